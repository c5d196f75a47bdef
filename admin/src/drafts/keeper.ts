import { draftsOf, dropDraft, keepDraft, keyOf, readDraft, type Draft, type DraftPlace } from './store';
import { tellDropped } from './tab';

/** How long typing may stay in memory alone, in milliseconds. */
const pause = 400;

/**
 * Keeps the draft of one entry while it is typed, and writes it when the page is left. The same entry may be open in
 * another tab, which has a draft of its own: that is offered where this tab has none, and its text survives whatever is
 * answered here for as long as somebody works on it there.
 */
export class DraftKeeper {
  private own: number | undefined;
  /** The draft of another tab that was found here. */
  private others: { place: DraftPlace; at: number } | undefined;
  private last: Draft | undefined;
  private waiting: Draft | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell` hears whether what was typed last is kept. */
  constructor(
    private place: DraftPlace,
    private readonly tell: (kept: boolean) => void,
  ) {}

  /** From now on it is the draft of another entry: of the one that was just made. */
  moveTo(place: DraftPlace): void {
    if (place.id === this.place.id) return;
    this.drop();
    this.place = place;
  }

  /** The draft that is there, which is this keeper's from now on: that of this tab, or the newest. */
  find(): Draft | undefined {
    const draft = readDraft(this.place);
    this.own = draft?.at;
    if (draft) return draft;
    const [newest] = draftsOf(this.place);
    this.others = newest && { place: newest.place, at: newest.draft.at };
    return newest?.draft;
  }

  keep(draft: Draft): void {
    this.waiting = draft;
    this.timer ??= setTimeout(() => this.flush(), pause);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.waiting) return;
    const kept = keepDraft(this.place, this.waiting);
    this.own = this.waiting.at;
    this.last = this.waiting;
    this.waiting = undefined;
    this.tell(kept);
  }

  /** Writes again what another tab removed. */
  rewrite(key: string): void {
    if (this.last && !this.waiting && key === keyOf(this.place)) keepDraft(this.place, this.last);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = undefined;
    this.last = undefined;
    this.remove(this.place, this.own);
    this.own = undefined;
    if (this.others && this.remove(this.others.place, this.others.at)) tellDropped(keyOf(this.others.place));
    this.others = undefined;
  }

  /** What has been written since then is left alone. */
  private remove(place: DraftPlace, at: number | undefined): boolean {
    if (at === undefined || readDraft(place)?.at !== at) return false;
    dropDraft(place);
    return true;
  }
}

import { dropDraft, keepDraft, readDraft, type Draft, type DraftPlace } from './store';

/** How long typing may stay in memory alone, in milliseconds. */
const pause = 400;

/**
 * Keeps the draft of one entry while it is typed, and writes it when the page is left. The same entry may be open in
 * another window: what that one wrote is left alone.
 */
export class DraftKeeper {
  private own: number | undefined;
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

  /** The draft that is there, which is this keeper's from now on. */
  find(): Draft | undefined {
    const draft = readDraft(this.place);
    this.own = draft?.at;
    return draft;
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
    this.waiting = undefined;
    this.tell(kept);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = undefined;
    if (this.own !== undefined && readDraft(this.place)?.at === this.own) dropDraft(this.place);
    this.own = undefined;
  }
}

import { draftsOf, dropDraft, keepDraft, keyOf, readDraft, type Draft, type DraftPlace } from './store';
import { heldElsewhere, tellDropped } from './tab';

/** How long typing may stay in memory alone, in milliseconds. */
const pause = 400;

/** A draft, and where it is kept. */
type Kept = ReturnType<typeof draftsOf>[number];

/**
 * Keeps the draft of one entry while it is typed, and writes it when the page is left. The same entry may be open in
 * another tab, which has a draft of its own: this tab takes it over once that one is closed, where it has none itself.
 */
export class DraftKeeper {
  private own: number | undefined;
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

  /** The draft of this tab. */
  find(): Draft | undefined {
    const draft = readDraft(this.place);
    this.own = draft?.at;
    return draft;
  }

  /** The drafts of other tabs, closed or not, the newest first. */
  others(): Kept[] {
    return draftsOf(this.place).filter(({ place }) => keyOf(place) !== keyOf(this.place));
  }

  /** Takes over the newest draft that is wanted and that no other tab works on, and removes those that nobody wants. */
  async takeOver(isWanted: (draft: Draft) => boolean): Promise<Draft | undefined> {
    const seen = this.others();
    const held = await heldElsewhere(seen.map(({ place }) => keyOf(place)));
    const isSeen = ({ place, draft }: Kept) => seen.some((each) => keyOf(each.place) === keyOf(place) && each.draft.at === draft.at);
    const free = this.others().filter((each) => !held.has(keyOf(each.place)) && isSeen(each)); // another tab may have been quicker
    const taken = free.find(({ draft }) => isWanted(draft));
    const left = free.filter((each) => each === taken || !isWanted(each.draft));
    left.forEach(({ place }) => dropDraft(place)); // first: it may be that there is room for one of them
    if (taken) {
      this.keep(taken.draft);
      this.flush();
    }
    left.forEach(({ place }) => tellDropped(keyOf(place))); // it may only have been slow to answer
    return taken?.draft;
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

  /** Whether something is typed here that has this key. */
  holds(key: string): boolean {
    return (this.last !== undefined || this.waiting !== undefined) && key === keyOf(this.place);
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
  }

  /** What has been written since then is left alone. */
  private remove(place: DraftPlace, at: number | undefined): boolean {
    if (at === undefined || readDraft(place)?.at !== at) return false;
    dropDraft(place);
    return true;
  }
}

import { dropDraft, keepDraft, type Draft, type DraftPlace } from './store';

/** How long typing may stay in memory alone, in milliseconds. */
const pause = 400;

/** Keeps the draft of one entry while it is typed, and writes it when the page is left. */
export class DraftKeeper {
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

  keep(draft: Draft): void {
    this.waiting = draft;
    this.timer ??= setTimeout(() => this.flush(), pause);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.waiting) return;
    const kept = keepDraft(this.place, this.waiting);
    this.waiting = undefined;
    this.tell(kept);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = undefined;
    dropDraft(this.place);
  }
}

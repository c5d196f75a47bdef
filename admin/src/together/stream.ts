import { address, api } from '../api/client';
import type { Presence, PresenceChange, PresenceHeard, PresenceSaying, PresenceSpot } from '../api/types.gen';

/** What a stream hears of an entry. */
export interface Heard {
  people: (presence: Presence) => void;
  changed: (change: PresenceChange) => void;
  commented: () => void;
  /** Another time is set for it, or none any more. */
  timed: () => void;
}

export interface Place {
  collection: string;
  id: string;
  /** In which the mails to this person are written. */
  language: string;
}

/** How long a tab that nobody looks at goes on listening: a browser has few connections for all of its tabs. */
const hiddenTime = 5_000;
/** Between two signs of life. */
const lifeTime = 30_000;
/** Between two words that somebody still types, or is in another block. */
const typingTime = 2_000;
/** How long somebody rests in a block before it is told. */
const restTime = 300;
/** How long after the last key somebody types no more. */
const pauseTime = 3_500;
const firstRetry = 5_000;
const longestRetry = 60_000;

const nobody: Presence = { people: [], more: 0 };

/** Listens who else has an entry open, and says where in it this window is, until it is closed. `blockIn` gives the block of a field that somebody is in, '' for none. */
export class PresenceStream {
  private readonly window = Math.random().toString(36).slice(2, 12);
  private source: EventSource | undefined;
  private retry = firstRetry;
  private retrying: number | undefined;
  private hiding: number | undefined;
  private pausing: number | undefined;
  private readonly living: number;
  private field = '';
  private typing = false;
  private unsaved: PresenceSpot | null = null;
  private said: Pick<PresenceSaying, 'field' | 'block' | 'typing'> & { at: number } = { field: '', block: '', typing: false, at: 0 };
  private moving: number | undefined;

  constructor(
    private readonly place: Place,
    private readonly heard: Heard,
    private readonly blockIn: (field: string) => string,
  ) {
    this.living = window.setInterval(() => this.source && this.send(), lifeTime);
    document.addEventListener('visibilitychange', this.look);
    window.addEventListener('pagehide', this.stop);
    this.look();
  }

  close(): void {
    window.clearInterval(this.living);
    for (const each of [this.hiding, this.pausing, this.moving]) window.clearTimeout(each);
    document.removeEventListener('visibilitychange', this.look);
    window.removeEventListener('pagehide', this.stop);
    this.stop();
  }

  /** Somebody is in a field, by its pointer; '' for none. Where in it is known once they are. */
  enter(field: string): void {
    if (field === this.field) return;
    window.clearTimeout(this.pausing);
    window.clearTimeout(this.moving);
    this.field = field;
    this.typing = false;
    this.tellIn(restTime);
  }

  /** Somebody types in it. */
  type(field: string): void {
    window.clearTimeout(this.pausing);
    this.pausing = window.setTimeout(() => {
      this.typing = false;
      this.send();
    }, pauseTime);
    const known = this.typing && field === this.field && Date.now() - this.said.at < typingTime;
    this.field = field;
    this.typing = true;
    if (!known) this.send();
  }

  /** Somebody is at another place of the field, which may be in another block. */
  move(): void {
    if (this.field !== '' && this.moving === undefined) this.tellIn(Math.max(restTime, this.said.at + typingTime - Date.now()));
  }

  private tellIn(time: number): void {
    this.moving = window.setTimeout(() => {
      this.moving = undefined;
      const { field, block, typing } = this.said;
      if (field !== this.field || typing !== this.typing || block !== this.block()) this.send();
    }, time);
  }

  private readonly block = () => (this.field === '' ? '' : this.blockIn(this.field));

  /** What somebody changed is not saved, since somebody else has changed it, too; null for nothing. */
  wait(unsaved: PresenceSpot | null): void {
    if (JSON.stringify(unsaved) === JSON.stringify(this.unsaved)) return;
    this.unsaved = unsaved;
    this.send();
  }

  private readonly look = (): void => {
    window.clearTimeout(this.hiding);
    if (document.visibilityState === 'hidden') this.hiding = window.setTimeout(this.stop, hiddenTime);
    else if (!this.source) this.open();
  };

  private open(): void {
    window.clearTimeout(this.retrying);
    this.source?.close();
    const { collection, id, language } = this.place;
    const source = new EventSource(address(`/admin/api/entries/${encodeURIComponent(id)}/presence`, { collection, window: this.window, language }));
    this.source = source;
    const on = (event: string, hear: (data: unknown) => void) => {
      source.addEventListener(event, ({ data }: MessageEvent<string>) => hear(JSON.parse(data)));
    };
    on('people', (data) => this.heard.people(data as Presence));
    on('changed', (data) => this.heard.changed(data as PresenceChange));
    on('comments', () => this.heard.commented());
    on('moves', () => this.heard.timed());
    source.addEventListener('open', () => {
      this.retry = firstRetry;
      if (this.field !== '' || this.unsaved) this.send();
    });
    source.addEventListener('error', () => {
      this.heard.people(nobody);
      if (source.readyState === EventSource.CLOSED) this.again();
    });
  }

  /** The service refused: the browser does not try again by itself. */
  private again(): void {
    this.stop();
    this.retrying = window.setTimeout(this.look, this.retry);
    this.retry = Math.min(2 * this.retry, longestRetry);
  }

  private readonly stop = (): void => {
    window.clearTimeout(this.retrying);
    this.source?.close();
    this.source = undefined;
    this.heard.people(nobody);
  };

  private send(): void {
    if (this.source?.readyState !== EventSource.OPEN) return;
    const now = { field: this.field, block: this.block(), typing: this.typing };
    this.said = { ...now, at: Date.now() };
    const { collection, id } = this.place;
    const body: PresenceSaying = { window: this.window, ...now, unsaved: this.unsaved };
    api.post<PresenceHeard>(`/admin/api/entries/${encodeURIComponent(id)}/presence`, body, { collection }).then(
      ({ here }) => {
        if (!here && this.source) this.open();
      },
      () => undefined, // it is said again
    );
  }
}

const key = 'quartet.tab';

/** A name of this tab that a reload keeps. Where storage is blocked there is none, and no draft is kept either. */
export function tabName(): string {
  try {
    const known = sessionStorage.getItem(key);
    if (known) return known;
    // Random enough to tell the tabs of one browser apart, also where there is no secure context.
    const name = Math.random().toString(36).slice(2, 10);
    sessionStorage.setItem(key, name);
    return name;
  } catch {
    return '';
  }
}

const channel = 'quartet.drafts';

/** Tells every tab that a draft was removed here: the one that is still working on it writes it again. */
export function tellDropped(draft: string): void {
  const others = new BroadcastChannel(channel);
  others.postMessage(draft);
  others.close();
}

/** Hears of drafts that were removed elsewhere, until what it gives back is called. */
export function whenDropped(hear: (draft: string) => void): () => void {
  const others = new BroadcastChannel(channel);
  others.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'string' && hear(data);
  return () => others.close();
}

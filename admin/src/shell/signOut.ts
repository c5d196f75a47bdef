const watchers = new Set<() => void>();

/** Asks to be signed out, from wherever that is offered. */
export function askSignOut(): void {
  watchers.forEach((tell) => tell());
}

/** Hears when that is asked, until what it answers is called. */
export function onSignOut(tell: () => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

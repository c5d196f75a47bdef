import { isObject } from '../values/data';

/** Unsaved changes of an entry, kept in this browser (decision 92): what was changed, and what it was in the open version. */
export interface Draft {
  /** When they were last typed, in epoch milliseconds. */
  at: number;
  /** The version that they were made on; 0 for an entry that is not made yet. */
  version: number;
  patch: Record<string, unknown>;
  was: Record<string, unknown>;
  /** The patches of them that were sent, and whose answer had not come. */
  sent?: readonly Record<string, unknown>[];
  /** Under which id they were sent, of an entry that is not made yet. */
  id?: string;
}

/** Whose changes, and of what. `id` is "new…" for an entry that is not made yet. */
export interface DraftPlace {
  user: string;
  collection: string;
  id: string;
  /** In which page of the browser: two that have the same entry open do not write over each other. */
  tab?: string;
}

const prefix = 'quartet.draft';

/** How many drafts a browser keeps, and how long one may be, in characters. */
export const mostDrafts = 40;
export const longestDraft = 1_500_000;

const userPrefix = (user: string) => `${prefix}/${encodeURIComponent(user)}/`;
const entryOf = ({ user, collection, id }: DraftPlace) => `${userPrefix(user)}${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
/** Under which key a draft is kept. */
export const keyOf = (place: DraftPlace) => (place.tab ? `${entryOf(place)}/${place.tab}` : entryOf(place));

/** The draft of an entry; undefined for none, and for what cannot be read. */
export function readDraft(place: DraftPlace): Draft | undefined {
  return parsed(attempt(() => localStorage.getItem(keyOf(place))) ?? null);
}

/** The drafts of an entry from all tabs, the newest first. */
export function draftsOf(place: DraftPlace): { place: DraftPlace; draft: Draft }[] {
  const entry = entryOf(place);
  const tabs = draftKeys(entry).flatMap((key) => (key === entry ? [''] : key.startsWith(`${entry}/`) ? [key.slice(entry.length + 1)] : []));
  return tabs.reverse().flatMap((tab) => {
    const own = { ...place, tab };
    const draft = readDraft(own);
    return draft ? [{ place: own, draft }] : [];
  });
}

/** Keeps a draft, in the place of the oldest where there is no room. Tells whether it is kept. */
export function keepDraft(place: DraftPlace, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  const key = keyOf(place);
  if (text.length > longestDraft) {
    dropDraft(place);
    return false;
  }
  const others = draftKeys(`${prefix}/`).filter((each) => each !== key);
  while (others.length >= mostDrafts) remove(others.shift());
  for (;;) {
    if (attempt(() => (localStorage.setItem(key, text), true))) return true;
    const oldest = others.shift();
    if (oldest === undefined) return false;
    remove(oldest);
  }
}

export function dropDraft(place: DraftPlace): void {
  remove(keyOf(place));
}

/** How many entries a user has drafts of here; of nobody in particular, how many anybody has. */
export function countDrafts(user?: string): number {
  const keys = draftKeys(user === undefined ? `${prefix}/` : userPrefix(user));
  return new Set(keys.map((key) => key.split('/').slice(0, 4).join('/'))).size;
}

/** Removes every draft of a user: whoever sits here next does not find them. */
export function dropDraftsOf(user: string): void {
  draftKeys(userPrefix(user)).forEach(remove);
}

/** The keys of drafts, the oldest first. */
function draftKeys(start: string): string[] {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  const at = (key: string) => parsed(attempt(() => localStorage.getItem(key)) ?? null)?.at ?? 0;
  return keys
    .filter((key) => key.startsWith(start))
    .map((key) => ({ key, at: at(key) }))
    .sort((a, b) => a.at - b.at)
    .map(({ key }) => key);
}

function remove(key: string | undefined): void {
  if (key !== undefined) attempt(() => localStorage.removeItem(key));
}

/** Storage may be full, or blocked. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function parsed(text: string | null): Draft | undefined {
  const value = attempt(() => JSON.parse(text ?? 'null') as unknown);
  if (!isObject(value)) return undefined;
  const { at, version, patch, was, sent, id } = value;
  if (typeof at !== 'number' || typeof version !== 'number' || !isObject(patch) || !isObject(was)) return undefined;
  return { at, version, patch, was, ...(Array.isArray(sent) ? { sent: sent.filter(isObject) } : {}), ...(typeof id === 'string' ? { id } : {}) };
}

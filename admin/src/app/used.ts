import { remember, remembered } from './preferences';

const keyOf = (user: string) => `quartet.used.${user}`;

/** What is counted no further: then all counts are halved, so that what somebody does now outweighs what they did once. */
const most = 100;

function countsOf(user: string): Record<string, number> {
  return Object.fromEntries(Object.entries(remembered(keyOf(user))).filter((each): each is [string, number] => typeof each[1] === 'number'));
}

/** Counts (decision 301) that somebody has gone to a collection in this browser. */
export function noteUse(user: string, collection: string): void {
  const counts = countsOf(user);
  const next = (counts[collection] ?? 0) + 1;
  const all = { ...counts, [collection]: next };
  remember(keyOf(user), next < most ? all : Object.fromEntries(Object.entries(all).map(([name, count]) => [name, Math.floor(count / 2)])));
}

/** Collections, those that somebody goes to most first; the others stay in their order. */
export function byUse<Named extends { name: string }>(user: string, collections: readonly Named[]): Named[] {
  const counts = countsOf(user);
  return collections.toSorted((a, b) => (counts[b.name] ?? 0) - (counts[a.name] ?? 0));
}

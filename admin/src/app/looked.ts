import { remember, remembered } from './preferences';

const key = (user: string) => `quartet.looked.${user}`;

/** When somebody last looked at each collection in this browser, in epoch milliseconds. */
export function lookedAt(user: string): Record<string, number> {
  const times = Object.entries(remembered(key(user))).filter((each): each is [string, number] => Number.isSafeInteger(each[1]) && Number(each[1]) >= 0);
  return Object.fromEntries(times);
}

/** Remembers that somebody looks at a collection now, or saw what came until a moment. */
export function look(user: string, collection: string, until = Date.now()): void {
  const now = lookedAt(user);
  remember(key(user), { ...now, [collection]: Math.max(now[collection] ?? 0, until) });
}

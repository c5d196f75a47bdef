/** The place of an item in a list. It stays the item's while that moves, so that what is open and typed moves with it. */
export interface Slot {
  key: number;
  /** Whether its card was opened or folded by hand; undefined where nobody did. */
  open?: boolean;
  /** Which kind was chosen for it, for as long as its value does not tell. */
  kind?: number;
  /** What was removed from here, and can come back. */
  gone?: { value: unknown };
}

let last = 0;
export const freshSlot = (known: Omit<Slot, 'key' | 'gone'> = {}): Slot => ({ ...known, key: ++last });

const isLive = (slot: Slot) => slot.gone === undefined;
export const liveCount = (slots: readonly Slot[]) => slots.filter(isLive).length;

/** Where the item with a number stands among all slots; behind the last for a number that is not there. */
function placeOf(slots: readonly Slot[], at: number): number {
  let seen = -1;
  const place = slots.findIndex((slot) => isLive(slot) && ++seen === at);
  return place < 0 ? slots.length : place;
}

/** The number that a slot's item has, or would have if it came back. */
export function numberOf(slots: readonly Slot[], key: number): number {
  return liveCount(slots.slice(0, slots.findIndex((slot) => slot.key === key)));
}

/** The slots with the numbers of their items. */
export function numbered(slots: readonly Slot[]): { slot: Slot; at: number }[] {
  const numbers = slots.reduce<number[]>((all, slot) => [...all, (all.at(-1) ?? 0) + (isLive(slot) ? 1 : 0)], []);
  return slots.map((slot, i) => ({ slot, at: (numbers[i] ?? 0) - (isLive(slot) ? 1 : 0) }));
}

/** As many slots as there are items: what somebody else added or took away is at the end, and nothing can come back then. */
export function reconciled(slots: readonly Slot[], count: number): readonly Slot[] {
  const live = slots.filter(isLive);
  if (live.length === count) return slots;
  const added = Array.from({ length: Math.max(0, count - live.length) }, () => freshSlot());
  return [...live.slice(0, count), ...added];
}

export function withInserted(slots: readonly Slot[], at: number, slot: Slot): readonly Slot[] {
  const place = placeOf(slots, at);
  return [...slots.slice(0, place), slot, ...slots.slice(place)];
}

export function withMovedSlot(slots: readonly Slot[], from: number, to: number): readonly Slot[] {
  const moved = slots[placeOf(slots, from)];
  return moved ? withInserted(slots.filter((slot) => slot !== moved), to, moved) : slots;
}

export function withRemoved(slots: readonly Slot[], at: number, value: unknown): readonly Slot[] {
  const place = placeOf(slots, at);
  return slots.map((slot, i) => (i === place ? { ...slot, gone: { value } } : slot));
}

export function withRestored(slots: readonly Slot[], key: number): readonly Slot[] {
  return slots.map((slot) => {
    const back = { ...slot };
    if (slot.key === key) delete back.gone;
    return back;
  });
}

/** A list with an item in a place, with the items behind it one further. */
export const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];

/** A list with one item in another place. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

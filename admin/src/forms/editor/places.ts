/** Where in a text a file is to stand once it is uploaded. The text has no mark of it (decision 176). */
export interface Place {
  /** The upload. */
  id: string;
  filename: string;
  at: number;
  /** Nothing is shown there while the upload has failed. */
  hidden?: boolean;
}

/**
 * The places after a change of the text. Where the change fills one of them, those before it in their order stay before
 * what it was filled with, and those after it behind.
 */
export function movedPlaces(places: readonly Place[], map: (at: number, side: -1 | 1) => number, filled?: string): Place[] {
  const turn = places.findIndex(({ id }) => id === filled);
  return places.map((each, i) => ({ ...each, at: map(each.at, i < turn ? -1 : 1) })).filter(({ id }) => id !== filled);
}

/** The places with others in them, and with those hidden whose uploads have failed. */
export type PlaceChange = { add: readonly Place[] } | { hide: readonly string[] } | { drop: readonly string[] };

export function changedPlaces(places: readonly Place[], change: PlaceChange): Place[] {
  if ('add' in change) return [...places, ...change.add];
  if ('drop' in change) return places.filter(({ id }) => !change.drop.includes(id));
  return places.map((each) => ({ ...each, hidden: change.hide.includes(each.id) }));
}

/** Files that come into a text, and the offset where. */
export type TakeFiles = (files: File[], at: number) => void;

/** Passes files on to whoever takes them now: an editor keeps what it was made with for all its life. */
export function passedOn(): { take: TakeFiles; to: (taker: TakeFiles | undefined) => void } {
  let now: TakeFiles | undefined;
  return { take: (files, at) => now?.(files, at), to: (taker) => void (now = taker) };
}

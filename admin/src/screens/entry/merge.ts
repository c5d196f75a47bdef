import type { Draft } from '../../api/types.gen';
import { applied, fieldsOf, picked, sameValue, type Data } from '../../values/data';
import { mergedText, paragraphsOf } from '../../values/paragraphs';

export type Side = 'mine' | 'theirs' | 'both';

/** A property that at least one of two people changed. */
export interface Difference {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both, put together by sentence, one sentence after the other where they clash; undefined where that is nothing else than one of the two. */
  both: string | undefined;
  /** What is taken when nobody says otherwise; undefined where both changed the same place, and not alike. */
  usual: Side | undefined;
}

/** What two people made of the same data, property by property (decisions 304, 366). */
export function differences(base: Data, mine: Data, theirs: Data): Difference[] {
  return fieldsOf(base, mine, theirs).flatMap((field): Difference[] => {
    const own = !sameValue(base[field], mine[field]);
    const other = !sameValue(base[field], theirs[field]);
    if (!own && !other) return [];
    const sides = { field, base: base[field], mine: mine[field], theirs: theirs[field] };
    if (!own || sameValue(mine[field], theirs[field])) return [{ ...sides, both: undefined, usual: 'theirs' }];
    if (!other) return [{ ...sides, both: undefined, usual: 'mine' }];
    const both = together(sides);
    return both === undefined ? [{ ...sides, both: inTurn(sides), usual: undefined }] : [{ ...sides, both, usual: 'both' }];
  });
}

type Sides = Pick<Difference, 'base' | 'mine' | 'theirs'>;

/** Both sides of a text that clash in one place of it, theirs and then mine. A text of one paragraph gets no second one. */
function inTurn(sides: Sides): string | undefined {
  const both = together(sides, 'each');
  const isLong = (text: unknown) => typeof text === 'string' && paragraphsOf(text).length > 1;
  return isLong(both) && ![sides.base, sides.mine, sides.theirs].some(isLong) ? undefined : both;
}

/** Both sides of a text; where they clash in one place of it, what `prefer` says. */
function together({ base, mine, theirs }: Sides, prefer?: 'mine' | 'theirs' | 'each'): string | undefined {
  return typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string' ? mergedText(base, mine, theirs, prefer) : undefined;
}

/**
 * What a side of a difference is. Of a text that clashes in one place a side is what it has there: what the other one changed in
 * other paragraphs is kept.
 */
export function sideOf(difference: Difference, side: Side): unknown {
  if (side === 'both') return difference.both;
  return difference.usual === undefined ? (together(difference, side) ?? difference[side]) : difference[side];
}

/** Whether a side has something of the other one, too. */
export const isMixed = (difference: Difference, side: Side): boolean => side !== 'both' && !sameValue(sideOf(difference, side), difference[side]);

/** Their data, with what was chosen, or is taken when nobody says otherwise. */
export function merged(found: readonly Difference[], theirs: Data, chosen: Readonly<Record<string, Side>>): Data {
  const values = found.map((each) => [each.field, sideOf(each, chosen[each.field] ?? each.usual ?? 'theirs')] as const);
  return applied(Object.fromEntries(values.map(([field, value]) => [field, value ?? null])), theirs);
}

/** Whether every difference has its side, chosen or usual. */
export function isSettled(found: readonly Difference[], chosen: Readonly<Record<string, Side>>): boolean {
  return found.every(({ field, usual }) => (chosen[field] ?? usual) !== undefined);
}

/** What two people made of the same data, put together by field and, in texts, by sentence; undefined where somebody has to choose. */
export function mergedData(base: Data, mine: Data, theirs: Data): Data | undefined {
  const found = differences(base, mine, theirs);
  return isSettled(found, {}) ? merged(found, theirs, {}) : undefined;
}

/**
 * What changes were made on, where patches of them were sent and nothing answered: of each property that the service has as it was
 * sent, that. It may have taken what was sent all the same, and then nobody else has made it (decision 326).
 */
export function landed(base: Data, sent: readonly Data[] = [], now: Data): Data {
  const own = fieldsOf(base, now).filter((field) => sent.some((each) => field in each && sameValue(each[field] ?? undefined, now[field])));
  return applied(Object.fromEntries(own.map((field) => [field, now[field] ?? null])), base);
}

/**
 * What is to be saved of the properties that a draft and its entry have both changed, so that the draft goes on from the entry as
 * it is now; undefined where somebody has to choose. `value` is what the draft is to be.
 */
export function settledOf({ baseData, conflicts }: Pick<Draft, 'baseData' | 'conflicts'>, entry: Data, value: Data): Data | undefined {
  const pick = (data: Data) => picked(data, conflicts);
  const data = mergedData(pick(baseData), pick(value), pick(entry));
  return data && Object.fromEntries(conflicts.map((field) => [field, data[field] ?? null]));
}

import { applied, fieldsOf, patchOf, picked, sameValue, type Data } from '../../values/data';
import { mergedText } from './paragraphs';

export type Side = 'mine' | 'theirs';

/** A property that at least one of two people changed. */
export interface Difference {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** What is taken when nobody says otherwise; undefined where both changed it, and not alike. */
  usual: Side | undefined;
}

/** What two people made of the same data, property by property. */
export function differences(base: Data, mine: Data, theirs: Data): Difference[] {
  return fieldsOf(base, mine, theirs).flatMap((field) => {
    const own = !sameValue(base[field], mine[field]);
    const other = !sameValue(base[field], theirs[field]);
    if (!own && !other) return [];
    const agree = sameValue(mine[field], theirs[field]);
    return [{ field, base: base[field], mine: mine[field], theirs: theirs[field], usual: agree || !own ? 'theirs' : other ? undefined : 'mine' }];
  });
}

/** Their data, with what was chosen of mine. */
export function merged(mine: Data, theirs: Data, fields: readonly string[]): Data {
  const patch = patchOf(theirs, mine);
  return applied(picked(patch, fields), theirs);
}

/** Whether every difference has its side, chosen or usual. */
export function isSettled(found: readonly Difference[], chosen: Readonly<Record<string, Side>>): boolean {
  return found.every(({ field, usual }) => (chosen[field] ?? usual) !== undefined);
}

/** What two people made of the same data, put together by field and, in texts, by paragraph; undefined where somebody has to choose. */
export function mergedData(base: Data, mine: Data, theirs: Data): Data | undefined {
  const data: Data = { ...theirs };
  for (const each of differences(base, mine, theirs)) {
    const value = each.usual === undefined ? together(each) : each[each.usual];
    if (value === undefined && each.usual === undefined) return undefined;
    if (value === undefined) Reflect.deleteProperty(data, each.field);
    else data[each.field] = value;
  }
  return data;
}

function together({ base, mine, theirs }: Difference): string | undefined {
  return typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string' ? mergedText(base, mine, theirs) : undefined;
}

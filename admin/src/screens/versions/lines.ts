import type { EntryVersion, Page } from '../../api/types.gen';

/** A version of one of the entries that an article is made of. */
export interface Line extends EntryVersion {
  /** The id of that entry. */
  of: string;
}

/** What is read of the versions of an entry, and not shown yet. */
export interface Stream {
  of: string;
  rest: readonly EntryVersion[];
  /** Where the next page begins; null for the first, undefined where there is none. */
  cursor: string | null | undefined;
}

/** Asks for a page of the versions of an entry. */
export type Ask = (of: string, cursor: string | null) => Promise<Page<EntryVersion>>;

export interface Lines {
  items: Line[];
  /** From where it goes on; null at the end. */
  next: readonly Stream[] | null;
}

export const begin = (ids: readonly string[]): readonly Stream[] => ids.map((of) => ({ of, rest: [], cursor: null }));

/**
 * The next lines of several entries as of one, the newest first. Of an entry that has more, the next one is always known before another
 * entry's is taken: so none comes too late, and none is lost (decision 296).
 */
export async function nextLines(before: readonly Stream[], size: number, ask: Ask): Promise<Lines> {
  const items: Line[] = [];
  let streams = await filled(before, ask);
  while (items.length < size) {
    const newest = streams.filter(({ rest }) => rest.length > 0).reduce<Stream | undefined>((best, each) => (best && timeOf(best) >= timeOf(each) ? best : each), undefined);
    const [line] = newest?.rest ?? [];
    if (!newest || !line) break;
    items.push({ ...line, of: newest.of });
    streams = await filled(streams.map((each) => (each === newest ? { ...each, rest: each.rest.slice(1) } : each)), ask);
  }
  return { items, next: streams.some(({ rest }) => rest.length > 0) ? streams : null };
}

const timeOf = ({ rest: [line] }: Stream) => line?.time ?? -Infinity;

/** Each with a line, as far as it has one. */
async function filled(streams: readonly Stream[], ask: Ask): Promise<readonly Stream[]> {
  if (streams.every(({ rest, cursor }) => rest.length > 0 || cursor === undefined)) return streams;
  const next = await Promise.all(streams.map(async (each) => {
    if (each.rest.length > 0 || each.cursor === undefined) return each;
    const { items, nextCursor } = await ask(each.of, each.cursor);
    return { of: each.of, rest: items, cursor: nextCursor ?? undefined };
  }));
  return filled(next, ask);
}

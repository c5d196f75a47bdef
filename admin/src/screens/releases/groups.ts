import type { ReleaseDetail, ReleaseEntry } from '../../api/types.gen';

/** What of a release is one to who reads it: an article with its languages, or an entry by itself. */
export interface Group {
  key: string;
  entries: ReleaseEntry[];
}

/** The entries of a release, those of one article together, and first those where something is in the way. */
export function groupsOf(entries: readonly ReleaseEntry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const { collection, id } = entry.article ?? entry;
    const key = `${collection} ${id}`;
    const group = groups.get(key) ?? { key, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const isInTheWay = (group: Group) => group.entries.some(({ refused }) => refused !== null);
  return [...all.filter(isInTheWay), ...all.filter((each) => !isInTheWay(each))];
}

/** How many articles and entries keep a release from going out. */
export const obstaclesOf = ({ state, entries }: ReleaseDetail): number => (state === 'published' ? 0 : groupsOf(entries.filter(({ refused }) => refused !== null)).length);

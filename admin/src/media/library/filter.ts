import { mediaTypes, type MediaFilter, type MediaType } from '../../api/media';
import { textsIn } from '../../app/address';

/** The library as its address has it. */
export interface LibrarySearch {
  q?: string;
  purpose?: string;
  type?: MediaType;
  unused?: true;
  /** As a table. */
  list?: true;
  /** The asset that is open. */
  asset?: string;
}

export type NarrowLibrary = (change: { [K in keyof LibrarySearch]?: LibrarySearch[K] | undefined }) => void;

/** Takes from an address what the library understands, and leaves the rest out. */
export function readLibrarySearch(search: Record<string, unknown>): LibrarySearch {
  const { type, unused, list } = search;
  return {
    ...textsIn(search, ['q', 'purpose', 'asset']),
    ...(mediaTypes.some((each) => each === type) ? { type: type as MediaType } : {}),
    ...(unused === true ? { unused } : {}),
    ...(list === true ? { list } : {}),
  };
}

/** What the service is asked for. */
export const filterOf = ({ q, purpose, type, unused }: LibrarySearch): MediaFilter => ({ search: q, purpose, type, unused });

/** Whether the library shows less than all files. */
export const isNarrowed = ({ q, purpose, type, unused }: LibrarySearch) => q !== undefined || purpose !== undefined || type !== undefined || unused === true;

export const widened = { q: undefined, purpose: undefined, type: undefined, unused: undefined };

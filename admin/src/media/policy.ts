import type { Purpose, SiteMedia } from '../api/types.gen';

/** What the site takes: its purposes, the most bytes of one form, and how many uploads a person has at once. */
export interface MediaPolicy {
  purposes: readonly Purpose[];
  maxUpload: number;
  concurrentUploads: number;
}

const usual: MediaPolicy = { purposes: [], maxUpload: 100_000_000, concurrentUploads: 8 };

let policy = usual;

export const mediaPolicy = (): MediaPolicy => policy;

/** The shell tells what the site says of itself. */
export function learnPolicy(media: SiteMedia): void {
  policy = { ...usual, ...media };
}

import { diffWordsWithSpace } from 'diff';

/** A run of words that both texts have, or one of them. */
export interface Run {
  text: string;
  of: 'both' | 'before' | 'after';
}

/** Where words begin and end, also in languages that leave no space between them. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;

/** How long a comparison may take, in milliseconds; then the texts are shown whole. */
const patience = 200;

/** What differs between two texts, word by word. */
export function wordRuns(before: string, after: string): Run[] {
  const parts = diffWordsWithSpace(before, after, { timeout: patience, ...(segmenter ? { intlSegmenter: segmenter } : {}) });
  if (!parts) return [{ text: before, of: 'before' }, { text: after, of: 'after' }];
  return parts.map(({ value, added, removed }) => ({ text: value, of: added ? 'after' : removed ? 'before' : 'both' }));
}

/** How much of an unchanged run is shown on either side of a change, in characters. */
const context = 60;

/** The same, with the middle of long unchanged runs left out. */
export function shortened(runs: readonly Run[]): Run[] {
  return runs.map((run, i) => {
    if (run.of !== 'both') return run;
    const head = i === 0 ? '' : run.text.slice(0, context);
    const tail = i === runs.length - 1 ? '' : run.text.slice(-context);
    return head.length + tail.length >= run.text.length ? run : { ...run, text: `${head} … ${tail}` };
  });
}

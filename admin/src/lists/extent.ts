import type { EntryCount, Foresight } from '../api/types.gen';
import type { Speech } from '../i18n/text';

/** How many entries a change changes: so many, so many at most where not all were looked at, or more than are counted. */
export interface Extent {
  count: number;
  known: 'exactly' | 'atMost' | 'over';
}

/** How many of those that were chosen change, as far as the service has looked. */
export function extentOf({ count, more }: EntryCount, foresight: Foresight | undefined): Extent {
  if (foresight && !foresight.more) return { count: foresight.entries.change, known: 'exactly' };
  if (more) return { count, known: 'over' };
  return { count: count - (foresight?.entries.stay ?? 0), known: 'atMost' };
}

/** The same in words, for a sentence. */
export function extentIn({ plural, t, number }: Pick<Speech, 'plural' | 't' | 'number'>, { count, known }: Extent): string {
  if (known === 'over') return t('bulk.over', { count: number(count) });
  return plural(known === 'exactly' ? 'bulk.exactly' : 'bulk.atMost', count);
}

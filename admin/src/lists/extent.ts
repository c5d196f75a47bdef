import type { Collection, EntryCount, Foresight } from '../api/types.gen';
import type { Speech } from '../i18n/text';

/**
 * How many entries a change changes: so many, so many at most where not all were looked at, more than are counted, or those
 * that were chosen, as long as the service has not looked at any.
 */
export interface Extent {
  count: number;
  known: 'exactly' | 'atMost' | 'over' | 'chosen';
}

/** How many of those that were chosen change, as far as the service has looked. */
export function extentOf({ count, more }: EntryCount, foresight: Foresight | undefined): Extent {
  if (foresight && !foresight.more) return { count: foresight.entries.change, known: 'exactly' };
  if (more) return { count, known: 'over' };
  return foresight ? { count: count - foresight.entries.stay, known: 'atMost' } : { count, known: 'chosen' };
}

/** The same in words, for a sentence: so many of what the collection is called. */
export function extentIn({ plural, t, number, text }: Pick<Speech, 'plural' | 't' | 'number' | 'text'>, { count, known }: Extent, { title, name }: Pick<Collection, 'title' | 'name'>): string {
  const collection = text(title, name);
  if (known === 'over') return t('bulk.over', { count: number(count), collection });
  return plural(`bulk.${known}`, count, { collection });
}

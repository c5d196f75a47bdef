import type { Collection, SavedList } from '../api/types.gen';
import { choosableColumns, chosenColumns, saveColumns, usualColumns, writtenColumns } from './chosen';
import { dateOf, saveDate } from './dates';
import { layoutOf, saveLayout } from './layout';
import { orderOf, readSearch, saveOrder, type ListSearch, type Narrow } from './search';

/** The address of a saved list, which says that it is this one (decision 371). */
export const addressOf = ({ id, search }: Pick<SavedList, 'id' | 'search'>): ListSearch => ({ ...readSearch(search), list: id });

/** What a saved list keeps of the list that is shown: what its address says, and the order, the columns, the layout and the date that it has, be they of before. */
export function savedSearch(search: ListSearch, collection: Collection): Record<string, string> {
  const layout = layoutOf(search, collection);
  const shown = chosenColumns(search, collection) ?? usualColumns(collection);
  const columns = writtenColumns(choosableColumns(collection).filter((id) => shown.includes(id)));
  const days = layout === 'calendar' ? { by: dateOf(search, collection), month: search.month } : { by: undefined, month: undefined };
  const said: Record<string, string | undefined> = { ...search, ...orderOf(search, collection), columns, layout, ...days, list: undefined };
  return Object.fromEntries(Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Whether a saved list would keep something else of what is shown than it does. To leaf through the months of a calendar changes nothing of it. */
export function isChanged({ search }: Pick<SavedList, 'search'>, shown: ListSearch, collection: Collection): boolean {
  const now = savedSearch(shown, collection);
  const kept = savedSearch(readSearch(search), collection);
  return Object.keys({ ...now, ...kept }).some((key) => key !== 'month' && now[key] !== kept[key]);
}

/** Remembers how the list of a collection is shown, for the next time. What a saved list is shown like it keeps itself. */
export function rememberShown(change: Parameters<Narrow>[0], collection: Collection): void {
  const { sort, direction, layout, by } = change;
  if (sort !== undefined) saveOrder(collection, { sort, direction: direction === 'asc' ? 'asc' : 'desc' });
  if (layout !== undefined) saveLayout(collection, layout);
  if (by !== undefined) saveDate(collection, by);
  if ('columns' in change) saveColumns(collection, change.columns);
}

import type { EntryList } from '../api/entries';
import type { Collection, Statistics } from '../api/types.gen';
import { type Status, isStatus } from '../api/words';
import { textsIn } from '../app/address';
import { remember, remembered } from '../app/preferences';
import { askedFields, chosenColumns } from './chosen';
import { pictureField } from './layout';
import { conditionsOf } from './conditions';
import { emptyKey, readWhere, whereOf, type FieldKey } from './where';

/** A list as its address has it, so that it can be shared, and come back to. */
export interface ListSearch {
  q?: string;
  status?: Status;
  filter?: string;
  sort?: string;
  direction?: 'asc' | 'desc';
  columns?: string;
  layout?: string;
  /** The date that a calendar shows its entries by, and its month. */
  by?: string;
  month?: string;
  /** The id of the saved list that this one is, or began as. */
  list?: string;
  [field: FieldKey]: string | undefined;
}

/**
 * Changes what a list is narrowed to; undefined takes a narrowing away. Going back undoes it, but for what is typed: that
 * takes the place of what was typed before.
 */
export type Narrow = (change: Partial<Record<keyof ListSearch, string | undefined>>, typed?: 'typed') => void;

/** Takes from an address what a list understands, and leaves the rest out. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  const { status, direction } = search;
  return {
    ...textsIn(search, ['q', 'filter', 'sort', 'columns', 'layout', 'by', 'month', 'list']),
    ...readWhere(search),
    ...(isStatus(status) ? { status } : {}),
    ...(direction === 'asc' || direction === 'desc' ? { direction } : {}),
  };
}

/** Takes from an address the term of a list that has nothing else. */
export function readTerm(search: Record<string, unknown>): { q?: string } {
  return textsIn(search, ['q']);
}

export interface Order {
  sort: string;
  direction: 'asc' | 'desc';
}

/** The order of the last change: of an article it is that of any of its languages, or of a draft (decision 354). */
export const changeOrder = ({ lifecycle, translations }: Collection) => (lifecycle === 'publishing' || translations.length > 0 ? byArticle : 'updatedAt');

const byArticle = 'article.changedAt';

/** The order that the address asks for, or the one that was used here last, or the latest change first. */
export function orderOf(search: ListSearch, collection: Collection): Order {
  const saved = remembered(orderKey(collection));
  const sort = [search.sort, saved['sort']].find((each) => isSortable(collection, each)) as string | undefined;
  if (sort === undefined) return { sort: changeOrder(collection), direction: 'desc' };
  const direction = search.sort === sort ? search.direction : saved['direction'];
  return { sort: sort === 'updatedAt' ? changeOrder(collection) : sort, direction: direction === 'asc' ? 'asc' : 'desc' };
}

/** Whether a list comes in the order of a field, be it slowly. */
const isSortable = (collection: Collection, field: unknown) => [...collection.sortable, ...collection.sortedSlowly, changeOrder(collection)].includes(field as string);

export function saveOrder(collection: Collection, order: Order): void {
  remember(orderKey(collection), order);
}

const orderKey = (collection: Collection) => `quartet.order.${collection.name}`;

/** What a click on a column's head does: ascending, then descending. */
export function nextOrder(field: string, now: Order): Order {
  if (now.sort === field) return { sort: field, direction: now.direction === 'asc' ? 'desc' : 'asc' };
  const time = field === 'createdAt' || field === 'updatedAt' || field === byArticle;
  return { sort: field, direction: time ? 'desc' : 'asc' };
}

/** What the service is asked for. */
export function listOf(search: ListSearch, collection: Collection): EntryList {
  const { filter } = collection;
  const value = search.filter;
  const where = whereOf(search, collection);
  const conditions = Object.fromEntries(conditionsOf(search, collection).map(({ key, value }) => [key, value]));
  const asked = askedFields(chosenColumns(search, collection), collection);
  const picture = pictureField(collection);
  const fields = picture === undefined || [...asked, ...collection.list.columns].includes(picture) ? asked : [...asked, picture];
  return {
    collection: collection.name,
    ...orderOf(search, collection),
    ...(search.q ? { search: search.q } : {}),
    ...(search.status && collection.lifecycle === 'publishing' ? { status: search.status } : {}),
    ...(filter && value !== undefined && filter.values.includes(value) ? { filter: { field: filter.field, value } } : {}),
    ...(Object.keys(where).length > 0 ? { where } : {}),
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** How many entries the list has altogether, where statistics tell: they know of no search, and of one narrowing alone. */
export function totalOf(search: ListSearch, { lifecycle, filter }: Collection, statistics: Statistics | undefined): number | undefined {
  const status = lifecycle === 'publishing' ? search.status : undefined;
  const value = search.filter !== undefined && filter?.values.includes(search.filter) ? search.filter : undefined;
  const { [emptyKey(filter?.field ?? '')]: without, ...where } = readWhere(search);
  const narrowings = [search.q, status, value, without, ...Object.values(where)].filter((each) => each !== undefined);
  if (!statistics || narrowings.length > 1) return undefined;
  const { total, byStatus, byFilterValue } = statistics;
  if (status !== undefined) return byStatus[status] ?? 0;
  if (value !== undefined) return byFilterValue[value] ?? 0;
  if (without === 'true' && filter) return filter.values.reduce((rest, each) => rest - (byFilterValue[each] ?? 0), total);
  return narrowings.length === 0 ? total : undefined;
}

/** Whether the list shows less than the whole collection. */
export function isNarrowed(search: ListSearch): boolean {
  const { q, status, filter } = search;
  return q !== undefined || status !== undefined || filter !== undefined || Object.keys(readWhere(search)).length > 0;
}

/** What takes every narrowing away. */
export function widened(search: ListSearch): Parameters<Narrow>[0] {
  return { q: undefined, status: undefined, filter: undefined, ...Object.fromEntries(Object.keys(readWhere(search)).map((key) => [key, undefined])) };
}

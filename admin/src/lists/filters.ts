import type { Collection } from '../api/types.gen';
import { conditionsOf, type HeldCondition } from './conditions';
import type { ListSearch, Narrow } from './search';
import { fieldKey, whereOf } from './where';

/** More values than these are chosen from a list. */
export const mostTabs = 8;

/** The field of the tabs, where it has too many values for tabs. */
export const longFilter = ({ filter }: Collection) => (filter && filter.values.length > mostTabs ? filter : undefined);

/** Whether entries may have no value in the field of the tabs: there is a tab for those then. */
export const mayLack = ({ schema }: Collection, field: string) => !(Array.isArray(schema['required']) && schema['required'].includes(field));

/** The conditions of a list beside its tabs. */
export function ownConditions(search: ListSearch, collection: Collection): HeldCondition[] {
  const tabbed = collection.filter && !longFilter(collection) ? collection.filter.field : undefined;
  return conditionsOf(search, collection).filter(({ field, test, group }) => field !== tabbed || test !== 'empty' || group !== undefined);
}

const chosenValue = (search: ListSearch, collection: Collection) => longFilter(collection)?.values.find((each) => each === search.filter);

/** How many filters of the panel hold. */
export function howManyHold(search: ListSearch, collection: Collection): number {
  const chosen = chosenValue(search, collection) === undefined ? 0 : 1;
  return chosen + Object.keys(whereOf(search, collection)).length + ownConditions(search, collection).length;
}

/** What takes the filters of the panel away, and neither the search nor the tab. */
export function withoutFilters(search: ListSearch, collection: Collection): Parameters<Narrow>[0] {
  const keys = [...Object.keys(whereOf(search, collection)).map(fieldKey), ...ownConditions(search, collection).map(({ key }) => key)];
  return { ...Object.fromEntries(keys.map((key) => [key, undefined])), ...(longFilter(collection) ? { filter: undefined } : {}) };
}

import type { Collection } from '../api/types.gen';
import { remember, remembered } from '../app/preferences';
import { propertySchema, propertySchemas, type PropertySchema } from '../values/schema';

/** The id of a property's column. */
export const columnOf = (field: string) => `data.${field}`;

/** How many columns are chosen at most: more nobody reads, and the service has its limit. */
export const mostChosen = 12;

/** The properties of a collection's table, those that are declared before the others. */
export function tableFields(collection: Collection): string[] {
  const { columns, primaryField } = collection.list;
  const declared = columns.filter((field) => propertySchema(collection, field));
  const others = Object.entries(propertySchemas(collection)).filter(([field, schema]) => !declared.includes(field) && isScalar(schema));
  return [...declared, ...others.map(([field]) => field)].filter((field) => field !== primaryField);
}

const scalars = ['string', 'number', 'integer', 'boolean'];

/** Whether the service gives a property to a list that asks for it. */
function isScalar({ type }: PropertySchema): boolean {
  const types = (Array.isArray(type) ? type : [type ?? '']).filter((each) => each !== 'null');
  return types.length === 1 && scalars.includes(types[0] ?? '');
}

/** The columns that a collection has when nobody has chosen any. */
export function usualColumns(collection: Collection): string[] {
  const { columns, primaryField } = collection.list;
  const declared = columns.filter((field) => field !== primaryField).map((field) => (propertySchema(collection, field) ? columnOf(field) : field));
  return [...declared, 'status', 'languages', ...(columns.length === 0 ? ['createdAt'] : []), 'updatedAt'];
}

/** The columns that the address asks for, or those that were chosen here last; undefined for the usual ones. */
export function chosenColumns({ columns }: { columns?: string }, collection: Collection): string[] | undefined {
  const saved = remembered(columnsKey(collection))['columns'];
  const said = columns ?? (typeof saved === 'string' ? saved : undefined);
  return said?.split(',').slice(0, mostChosen);
}

/** What the address says of columns. It says so when there are none, too: the browser may remember others. */
export const writtenColumns = (columns: readonly string[]) => columns.join(',') || 'none';

/** Remembers what an address says of columns; undefined forgets it. */
export function saveColumns(collection: Collection, columns: string | undefined): void {
  remember(columnsKey(collection), columns === undefined ? {} : { columns });
}

const columnsKey = (collection: Collection) => `quartet.columns.${collection.name}`;

/** The properties that a list with these columns has to ask for. An amount is in what the row says. */
export function askedFields(chosen: readonly string[] | undefined, collection: Collection): string[] {
  const given = collection.list.columns;
  const asked = tableFields(collection).filter((field) => chosen?.includes(columnOf(field)) && !given.includes(field));
  const money = asked.some((field) => propertySchema(collection, field)?.['x-mcp-hint'] === 'money-minor');
  const currency = money && propertySchema(collection, 'currency') && ![...given, ...asked].includes('currency');
  return currency ? [...asked, 'currency'] : asked;
}

/** The columns that are chosen from. */
export function choosableColumns(collection: Collection): string[] {
  const { lifecycle, translations } = collection;
  return [
    ...tableFields(collection).map(columnOf),
    ...(lifecycle === 'publishing' ? ['status'] : []),
    ...(translations.length > 0 ? ['languages'] : []),
    'createdAt',
    'updatedAt',
  ];
}

/** Those columns that are shown: what nobody chooses from always is. */
export function shownColumns<Column extends { id: string }>(all: Column[], chosen: readonly string[] | undefined, collection: Collection): Column[] {
  const choosable = choosableColumns(collection);
  const shown = chosen ?? usualColumns(collection);
  return all.filter(({ id }) => !choosable.includes(id) || shown.includes(id));
}

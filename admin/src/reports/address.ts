import type { Query } from '../api/client';
import type { View } from '../api/types.gen';
import { propertiesIn, type PropertySchema } from '../values/schema';

type Scalar = string | number | boolean;

/** A report as its address has it, in the words of the API: params by their names, `search`, `filter.…`, `page`, `show`. */
export type ReportSearch = Record<string, Scalar>;

/** Changes what a report is asked for; undefined leaves something out. What is typed takes the place of what was typed before. */
export type Change = (change: Record<string, unknown>, typed?: 'typed') => void;

export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  return Object.fromEntries(Object.entries(search).filter((entry): entry is [string, Scalar] => isScalar(entry[1]) && entry[1] !== ''));
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

/** The declared params, by their names. */
export function paramSchemas({ params }: View): Record<string, PropertySchema> {
  return propertiesIn(params);
}

/** The params of an address as a form has them. What does not read as its type stays as it is written. */
export function paramsOf(view: View, search: ReportSearch): Record<string, unknown> {
  const given = Object.entries(paramSchemas(view)).flatMap(([name, schema]) => {
    const value = search[name];
    return value === undefined ? [] : [[name, typed(value, schema)]];
  });
  return Object.fromEntries(given) as Record<string, unknown>;
}

/** The router reads `7` as a number and `true` as a boolean, whatever the param is. */
function typed(value: Scalar, { type }: PropertySchema): Scalar {
  const wanted = (Array.isArray(type) ? type : [type ?? 'string']).find((each) => each !== 'null');
  if (wanted === 'integer' || wanted === 'number') {
    const text = String(value).trim();
    return text === '' || Number.isNaN(Number(text)) ? value : Number(text);
  }
  if (wanted === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return String(value);
}

/** Required params that the address does not have: without them there is nothing to ask. */
export function missingParams(view: View, search: ReportSearch): string[] {
  return ((view.params?.['required'] as string[] | undefined) ?? []).filter((name) => search[name] === undefined);
}

/** What narrows the rows beside the params, where no param has taken the key. */
export const filterKey = (field: string) => `filter.${field}`;

export function filterFields(view: View): string[] {
  return (view.list?.filterFields ?? []).filter((field) => !(filterKey(field) in paramSchemas(view)));
}

export function isSearchable(view: View): boolean {
  return (view.list?.searchFields.length ?? 0) > 0 && !('search' in paramSchemas(view));
}

/** What the service is asked for: nothing that it would refuse because the View does not declare it. */
export function queryOf(view: View, search: ReportSearch): Query {
  const own = [...Object.keys(paramSchemas(view)), ...(isSearchable(view) ? ['search'] : []), ...filterFields(view).map(filterKey)];
  const given = own.flatMap((key): [string, string][] => (search[key] === undefined ? [] : [[key, String(search[key])]]));
  return { ...Object.fromEntries(given), ...pageOf(view, search) };
}

/** The page that the address asks for; the first, and as many rows as the View gives, need no saying. */
function pageOf({ limit }: View, { page, show }: ReportSearch): Query {
  const number = Math.floor(Number(page));
  const rows = Math.floor(Number(show));
  return { ...(number > 1 ? { page: number } : {}), ...(rows > 0 && rows < limit ? { show: rows } : {}) };
}

/** How many rows a page may have: steps below what the View gives at most. */
export function pageSizes({ limit }: View): number[] {
  return [...[10, 25, 50, 100, 250].filter((size) => size < limit), limit];
}

/** Another search, filter or param begins at the first page. An empty value is taken out. */
export function changed(search: ReportSearch, change: Record<string, unknown>): ReportSearch {
  return readReportSearch({ ...search, page: undefined, ...change });
}

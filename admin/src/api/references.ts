import { queryOptions } from '@tanstack/react-query';

import { api } from './client';
import { findEntry } from './entries';
import { otherwise } from './failure';
import type { Collection, EntrySummary, Page } from './types.gen';
import { propertySchema } from '../values/schema';

/** A collection that fields refer to, and the field whose value they hold. */
export interface Target {
  collection: Collection;
  rowField: string;
}

/** The field that a reference of that name holds: the property of its own name, else what the collection is known by. */
export function targetOf(collection: Collection, property: string): Target {
  const properties = collection.schema['properties'] as Record<string, unknown> | undefined;
  return { collection, rowField: properties && Object.hasOwn(properties, property) ? property : collection.rowField };
}

const keyOf = (target: Target) => ['entries', target.collection.name, 'reference', target.rowField] as const;

const most = 20;

/** An entry that can be referred to, and the value that a reference to it holds. */
export interface Candidate {
  entry: EntrySummary;
  value: string | number | boolean;
}

/** The entries that a term finds. Each comes with its value: a choice that had to ask for it could be saved too early. */
export function candidatesQuery(target: Target, search: string) {
  const { collection, rowField } = target;
  const fields = collection.sortable.includes(rowField) ? { fields: rowField } : {};
  return queryOptions({
    queryKey: [...keyOf(target), 'candidates', search],
    queryFn: async ({ signal }) => {
      const { items } = await api.get<Page<EntrySummary>>('/admin/api/entries', { collection: collection.name, search, limit: most, ...fields }, signal);
      const found = items.flatMap((entry): Candidate[] => {
        const value = rowField === 'id' ? entry.id : entry.values?.[rowField];
        return isScalar(value) ? [{ entry, value }] : [];
      });
      return found.length > 0 || search === '' ? found : byKey(target, search, signal);
    },
    staleTime: 30_000,
  });
}

/** The entry whose key was typed, which no search may look into. */
async function byKey(target: Target, key: string, signal: AbortSignal): Promise<Candidate[]> {
  const type = propertySchema(target.collection, target.rowField)?.type ?? 'string';
  if (![type].flat().includes('string')) return [];
  const found = await referred(target, key, signal);
  return found.known && found.entry ? [{ entry: found.entry, value: key }] : [];
}

const isScalar = (value: unknown): value is Candidate['value'] => ['string', 'number', 'boolean'].includes(typeof value);

/** What is known of a referred entry: itself, that there is none, or that it cannot be asked for by this field. */
export type Referred = { known: true; entry: EntrySummary | null } | { known: false };

/** The entry that a reference leads to. */
export function referredQuery(target: Target, value: unknown) {
  return queryOptions({
    queryKey: [...keyOf(target), 'is', value],
    queryFn: ({ signal }) => referred(target, String(value), signal),
    staleTime: 30_000,
  });
}

/** The same for the rows of a list, of which there are many: it is asked for when a row comes, and not again at each change of an entry. */
export function calledQuery(target: Target, value: unknown) {
  return queryOptions({
    queryKey: ['called', target.collection.name, target.rowField, value],
    queryFn: ({ signal }) => referred(target, String(value), signal),
    staleTime: 5_000,
    refetchOnWindowFocus: false,
  });
}

/**
 * A reference holds what the collection is known by now, or what it was known by when it was written: its id, or another
 * property that is unique (decision 276).
 */
async function referred({ collection, rowField }: Target, value: string, signal: AbortSignal): Promise<Referred> {
  const fields = [...new Set([rowField, 'id', ...collection.keys])];
  const asked = fields.filter((field) => field === 'id' || collection.sortable.includes(field));
  for (const field of asked) {
    const entry = field === 'id' ? await byId(collection, value, signal) : await findEntry(collection.name, field, value, signal);
    if (entry) return { known: true, entry };
  }
  return asked.includes(rowField) ? { known: true, entry: null } : { known: false };
}

async function byId(collection: Collection, value: string, signal: AbortSignal): Promise<EntrySummary | null> {
  const query = { collection: collection.name, limit: most, search: value };
  // A value that no search takes, such as one of 300 characters, leads nowhere.
  const page = await otherwise<Page<EntrySummary>>([400], api.get('/admin/api/entries', query, signal));
  return page?.items.find((each) => each.id === value) ?? null;
}

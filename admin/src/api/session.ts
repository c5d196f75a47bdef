import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { api } from './client';
import type { Bootstrap, Collection, Me } from './types.gen';
import { every, type Role } from './words';

/** Who is signed in, and all that paints the shell: one request. */
export const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap'],
  queryFn: ({ signal }) => api.get<Bootstrap>('/admin/api/bootstrap', undefined, signal),
  staleTime: 60_000,
});

/** The bootstrap, inside the shell, which has waited for it. */
export function useBootstrap(): Bootstrap {
  return useSuspenseQuery(bootstrapQuery).data;
}

export function useMe(): Me {
  return useBootstrap().me;
}

/** The collection of that name, translation children included. */
export function useCollection(name: string): Collection | undefined {
  return findCollection(useBootstrap().collections, name);
}

/** The collections, each before those of its translations. */
export function withTranslations(collections: Collection[]): Collection[] {
  return collections.flatMap((each) => [each, ...each.translations]);
}

export function findCollection(collections: Collection[], name: string): Collection | undefined {
  return withTranslations(collections).find((each) => each.name === name);
}

/** The collection that a reader knows: of languages that of their articles. */
export function articleCollection(collections: Collection[], name: string): Collection | undefined {
  const own = findCollection(collections, name);
  return findCollection(collections, own?.translates?.parent ?? '') ?? own;
}

/** From the least to the most. */
export const roles = every<Role>({ contributor: true, editor: true, owner: true });

/** Whether a role may do what `minimum` may. The service decides; this only hides what it would refuse. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(minimum);
}

/** Editors move entries between states, also those that operations write; they delete the others. */
export function mayMove(role: Role, { lifecycle, readOnly }: Collection): boolean {
  return isAtLeast(role, 'editor') && (lifecycle === 'publishing' || !readOnly);
}

/** Contributors make drafts on publishing collections alone. */
export function mayCreate(role: Role, collection: Collection): boolean {
  if (collection.readOnly) return false;
  return isAtLeast(role, 'editor') || collection.lifecycle === 'publishing';
}

/** Who makes entries changes them, too; of what is published a contributor keeps a draft. */
export const mayEdit = mayCreate;

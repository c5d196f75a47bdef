import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api } from './client';
import type { Asset, AssetPatch, AssetRemoved, AssetUse, MediaCapabilities, MediaUpload, Page } from './types.gen';
import { every } from './words';

/** Kinds of files that the library can be narrowed to. */
export type MediaType = 'image' | 'video' | 'audio' | 'file';
export const mediaTypes = every<MediaType>({ image: true, video: true, audio: true, file: true });

/** What the library is narrowed to. */
export interface MediaFilter {
  search?: string | undefined;
  purpose?: string | undefined;
  type?: MediaType | undefined;
  unused?: boolean | undefined;
}

const path = (id: string) => `/admin/api/media/${encodeURIComponent(id)}`;

/** What is stale once an asset is new, changed or gone. */
export const staleMedia = ['media'] as const;

/** The media library, the newest first. A site without storage refuses it: MEDIA_NOT_CONFIGURED. */
export function mediaQuery({ search, purpose, type, unused }: MediaFilter) {
  const asked = { search, purpose, type, unused: unused ? 1 : undefined };
  return infiniteQueryOptions({
    queryKey: [...staleMedia, 'list', asked],
    queryFn: ({ pageParam, signal }) => api.get<Page<Asset>>('/admin/api/media', { ...asked, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function assetQuery(id: string) {
  return queryOptions({
    queryKey: [...staleMedia, 'asset', id],
    queryFn: ({ signal }) => api.get<Asset>(path(id), undefined, signal),
  });
}

/** The entries that use an asset. */
export function usesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...staleMedia, 'uses', id],
    queryFn: ({ pageParam, signal }) => api.get<Page<AssetUse>>(`${path(id)}/uses`, { cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const changeAsset = (id: string, change: AssetPatch) => api.patch<Asset>(path(id), change);

/** Deletes an asset. One that is in use is refused, unless it is to go anyway. */
export const deleteAsset = (id: string, anyway = false) => api.delete<AssetRemoved>(path(id), anyway ? { force: 1 } : undefined);

export const announceUpload = (upload: MediaUpload) => api.post<MediaCapabilities>('/admin/api/media/uploads', upload);

export const commitUpload = (group: string) => api.post<Asset>(`/admin/api/media/uploads/${encodeURIComponent(group)}/commit`);

export const cancelUpload = (group: string) => api.delete(`/admin/api/media/uploads/${encodeURIComponent(group)}`);

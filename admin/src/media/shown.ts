import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';

import { api } from '../api/client';
import { staleMedia } from '../api/media';
import type { Asset } from '../api/types.gen';
import { batched } from './batched';
import { primaryOf, shownAt, type Shown } from './pictures';

/** An asset as everybody may see it: what pages show, and staff who have no library. */
export type ShownAsset = Pick<Asset, 'id' | 'variants' | 'renditions' | 'alt' | 'caption' | 'focalPoint'>;

/** As the service has it, of one request and of one id. */
const mostIds = 100;
const longestId = 200;

const load = batched(async (ids: readonly string[]) => {
  const { data } = await api.get<{ data: { items: ShownAsset[] } }>(`/media/assets?${ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')}`);
  return data.items;
}, mostIds);

const isAskable = (id: string) => id !== '' && new TextEncoder().encode(id).length <= longestId;

/** An asset by its id; null where there is none. Those that are wanted at once are asked for together. */
export function shownQuery(id: string) {
  return queryOptions({
    queryKey: [...staleMedia, 'shown', id],
    queryFn: () => (isAskable(id) ? load(id) : Promise.resolve(null)),
    staleTime: 30_000,
  });
}

/** undefined while nothing is known, null where there is none. */
export function useShown(id: string): ShownAsset | null | undefined {
  return useQuery(shownQuery(id)).data;
}

/** The assets of a text, by their ids; the same value while nothing changes. */
export function useAllShown(ids: readonly string[]): ReadonlyMap<string, ShownAsset> {
  return useQueries({ queries: ids.map(shownQuery), combine });
}

function combine(results: readonly { data: ShownAsset | null | undefined }[]): ReadonlyMap<string, ShownAsset> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}

/** What a text shows of an asset: a picture of the size of a page, or the file that a link leads to. */
export function pictureOf(asset: ShownAsset | undefined): Shown | undefined {
  return asset && (shownAt(asset, inTexts) ?? primaryOf(asset));
}

const inTexts = 960;

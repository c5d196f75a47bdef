import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { assetQuery, changeAsset, staleMedia } from '../api/media';
import { lacksAlt } from './pictures';
import type { Upload } from './uploads/upload';

/** Says in the library what a picture shows. */
export async function tellAlt(queries: QueryClient, id: string, alt: string): Promise<void> {
  queries.setQueryData(assetQuery(id).queryKey, await changeAsset(id, { alt }));
  await queries.invalidateQueries({ queryKey: [...staleMedia, 'list'] });
}

/** Says it where nobody has yet: what was said of a picture in a text. */
export function useTellFirstAlt(): (id: string, alt: string) => Promise<void> {
  const queries = useQueryClient();
  return async (id, alt) => {
    const asset = await queries.query(assetQuery(id));
    if (lacksAlt(asset)) await tellAlt(queries, id, alt);
  };
}

/** Whether the tray still asks what a picture shows. */
export function useAsks(uploads: readonly Upload[]): boolean {
  const asked = uploads.flatMap(({ asset, asksThere }) => (asset && !asksThere ? [asset] : []));
  return useQueries({
    queries: asked.map(({ id }) => ({ ...assetQuery(id), enabled: false })),
    combine: (now) => asked.some((asset, i) => lacksAlt(now[i]?.data ?? asset)),
  });
}

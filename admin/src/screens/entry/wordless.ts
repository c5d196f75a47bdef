import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { assetQuery } from '../../api/media';
import type { Asset, Collection } from '../../api/types.gen';
import { picturesIn, type Pictured } from '../../forms/pictured';
import { pointerTo } from '../../forms/pointer';
import { useSpeech, type Speech } from '../../i18n/text';
import { altIn, isImage } from '../../media/pictures';
import type { Data } from '../../values/data';
import { nameOf, type PartFault } from './article/faults';

/** Pictures without an alt text, as they are said before an entry is published: in a text, and in its fields. They are no mistake of the form. */
export function useWordless(collection: Collection | undefined, data: Data | undefined): PartFault[] {
  const speech = useSpeech();
  const asked = collection && data ? unspoken(collection, data) : [];
  const assets = useQueries({ queries: asked.map(({ asset }) => ({ ...assetQuery(asset ?? ''), enabled: asset !== undefined, staleTime: fresh })), combine: (all) => all.map((each) => each.data) });
  return collection && data ? said(asked.filter((each, i) => isWordless(each, assets[i], data)), collection, speech) : [];
}

/** The same when it is asked for. Of what the library does not tell, nothing is said. */
export function useAskWordless(): (collection: Collection, data: Data) => Promise<PartFault[]> {
  const speech = useSpeech();
  const queries = useQueryClient();
  return async (collection, data) => {
    const asked = unspoken(collection, data);
    const assets = await Promise.all(asked.map(({ asset }) => assetOf(queries, asset)));
    return said(asked.filter((each, i) => isWordless(each, assets[i], data)), collection, speech);
  };
}

const fresh = 30_000;

const assetOf = async (queries: QueryClient, id: string | undefined): Promise<Asset | undefined> =>
  id === undefined ? undefined : queries.query({ ...assetQuery(id), staleTime: fresh, networkMode: 'always', retry: false }).catch(() => undefined);

const unspoken = ({ schema }: Collection, data: Data) => picturesIn({ schema }, data).filter(({ alt }) => alt === '');

/** A picture of the library has its words there, where it has none of its own. */
function isWordless({ asset }: Pictured, known: Asset | undefined, { locale }: Data): boolean {
  return asset === undefined || (known !== undefined && isImage(known) && altIn(known, locale) === '');
}

/** Once for each field, with how many they are. */
function said(found: readonly Pictured[], { schema }: Collection, speech: Speech): PartFault[] {
  const pointers = found.map(({ path }) => pointerTo(path));
  const first = found.filter((_, i) => pointers.indexOf(pointers[i] ?? '') === i);
  return first.map(({ path }) => {
    const pointer = pointerTo(path);
    const count = pointers.filter((each) => each === pointer).length;
    return { pointer, field: nameOf(path, schema, speech), message: speech.plural('entry.wordless', count) };
  });
}

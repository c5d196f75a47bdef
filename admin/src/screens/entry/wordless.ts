import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { askNow } from '../../api/askNow';
import { assetQuery } from '../../api/media';
import type { Asset, Collection } from '../../api/types.gen';
import { picturesIn, type Pictured } from '../../forms/pictured';
import { pointerTo } from '../../forms/pointer';
import { useSpeech, type Speech } from '../../i18n/text';
import { altIn, isImage } from '../../media/pictures';
import type { Data } from '../../values/data';
import { nameOf, type PartFault } from './article/faults';

const none: readonly Pictured[] = [];

/** Pictures without an alt text, as they are said before an entry is published: in a text, and in its fields. They are no mistake of the form. */
export function useWordless(collection: Collection | undefined, data: Data | undefined): PartFault[] {
  const speech = useSpeech();
  const [asked, setAsked] = useState(none);
  useEffect(() => {
    let isLate = false;
    if (collection && data) void unspoken(collection, data).then((found) => isLate || setAsked(found));
    return () => void (isLate = true);
  }, [collection, data]);
  const assets = useQueries({ queries: asked.map(({ asset }) => ({ ...assetQuery(asset ?? ''), enabled: asset !== undefined })), combine: (all) => all.map((each) => each.data) });
  return collection && data ? said(asked.filter((each, i) => isWordless(each, assets[i], data)), collection, speech) : [];
}

/** The same when it is asked for. Of what the library does not tell, nothing is said. */
export function useAskWordless(): (collection: Collection, data: Data) => Promise<PartFault[]> {
  const speech = useSpeech();
  const queries = useQueryClient();
  return async (collection, data) => {
    const asked = await unspoken(collection, data);
    const assets = await Promise.all(asked.map(async ({ asset }) => (asset === undefined ? undefined : askNow(queries, assetQuery(asset)))));
    return said(asked.filter((each, i) => isWordless(each, assets[i], data)), collection, speech);
  };
}

/** How many are looked at. */
const most = 50;

/** Those that nothing is said of where they are. What reads the texts is a part of the application, which may be missing: that keeps nobody from publishing. */
const unspoken = async ({ schema }: Collection, data: Data): Promise<readonly Pictured[]> => {
  const all = await picturesIn({ schema }, data).catch(() => none);
  return all.filter(({ alt }) => !alt).slice(0, most);
};

/** A picture of the library has its words there, where it has none of its own. What is of all languages may have them in any. */
function isWordless({ asset }: Pictured, known: Asset | undefined, { locale }: Data): boolean {
  if (asset === undefined) return true;
  if (!known || !isImage(known)) return false;
  const words = [altIn(known, locale), ...(locale === undefined ? Object.values(known.translations).map(({ alt }) => alt) : [])];
  return words.every((each) => each.trim() === '');
}

/** Once for each field, with how many they are. A site may have words of its own for what is in a field: of that only the library is told. */
function said(found: readonly Pictured[], { schema }: Collection, speech: Speech): PartFault[] {
  const pointers = found.map(({ path }) => pointerTo(path));
  const first = found.filter((_, i) => pointers.indexOf(pointers[i] ?? '') === i);
  return first.map(({ path, alt }) => {
    const pointer = pointerTo(path);
    const count = pointers.filter((each) => each === pointer).length;
    return { pointer, field: nameOf(path, schema, speech), message: alt === undefined ? speech.t('entry.wordlessFile') : speech.plural('entry.wordless', count) };
  });
}

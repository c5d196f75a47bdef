import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { referredQuery } from '../../api/references';
import { findCollection, useBootstrap } from '../../api/session';
import type { Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { ReferredTitle } from '../../values/ReferredTitle';
import { titleOf } from '../../values/title';
import { useTitles } from '../../values/useTitles';

/** What a row is called: `text` in words alone, `shown` with what its title refers to. */
interface RowTitle {
  text: string;
  shown: ReactNode;
}

/** What the lists call a row, which knows the titles of its languages; until they have said so, what its own data call it. */
export function useRowTitle(entry: Entry | undefined): RowTitle | undefined {
  const { collections } = useBootstrap();
  const { t, language } = useSpeech();
  const titled = useTitles();
  const collection = findCollection(collections, entry?.collection ?? '');
  const options = entry && collection && referredQuery({ collection, rowField: 'id' }, entry.id);
  const { data } = useQuery(options ?? { queryKey: ['no row'], queryFn: skipToken });
  if (!entry) return undefined;
  const own = titleOf(collection, entry.data, language) || t('value.untitled');
  if (!data?.known || !data.entry) return { text: own, shown: own };
  const text = titled(data.entry);
  return { text, shown: <ReferredTitle row={data.entry} title={text} /> };
}

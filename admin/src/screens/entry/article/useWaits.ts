import { useQuery } from '@tanstack/react-query';

import { articleQuery } from '../../../api/article';
import { isAtLeast, useMe } from '../../../api/session';
import type { EntryDetail } from '../../../api/types.gen';
import { isArticle } from './usePublishing';

/** Whether there is anything in any language of an article that the reader can publish. */
export function useWaits(parent: EntryDetail | undefined): boolean {
  const me = useMe();
  const { entry } = parent ?? {};
  const { data } = useQuery({ ...articleQuery(entry?.collection ?? '', entry?.id ?? ''), enabled: isArticle(parent) });
  return isAtLeast(me.role, 'editor') && data?.parts.some(({ waits }) => waits) === true;
}

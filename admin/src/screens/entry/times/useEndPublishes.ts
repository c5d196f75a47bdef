import { useQueryClient } from '@tanstack/react-query';

import { ApiFailure } from '../../../api/failure';
import { cancelOwnMove, entryMovesQuery, staleMoves } from '../../../api/moves';
import type { NamedEntry } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { notifyFailure } from '../../../ui/notify';
import { notTakenBack } from '../../../values/reasons';
import { publishesOf } from './coming';

/**
 * Takes back the times at which entries would be published that somebody has published by hand: what is typed into them later would go
 * out then. `whole`: they are parts of the article that is named. Whether none of them is set any more.
 */
export function useEndPublishes(): (of: NamedEntry, published: readonly NamedEntry[], whole: boolean) => Promise<boolean> {
  const speech = useSpeech();
  const queries = useQueryClient();
  return async ({ collection, id }, published, whole) => {
    try {
      const { items } = await queries.query({ ...entryMovesQuery(collection, id, whole), staleTime: 0 });
      await Promise.all(publishesOf(items, published).map((entry) => cancelOwnMove(entry, 'publish').catch(unlessGone)));
      return true;
    } catch (error) {
      notifyFailure(speech, notTakenBack(error, speech), speech.t('calendar.notCancelled'));
      return false;
    } finally {
      await staleMoves(queries);
    }
  };
}

/** Somebody else may have taken it back. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiFailure && error.status === 404)) throw error;
}

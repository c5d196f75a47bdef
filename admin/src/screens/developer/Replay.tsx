import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { replay, staleAfterReplay } from '../../api/developer';
import type { Deferred } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone, notifyFailure } from '../../ui/notify';

/** Asks before the hooks of an event that are dead, or wait, run again, and says what that does. */
export function Replay({ item, close, done }: { item: Deferred | null; close: () => void; done: () => void }) {
  const { t } = useSpeech();
  const [shown, show] = useState(item);
  if (item !== null && item !== shown) show(item);
  const { mutate, isPending } = useReplay(close, done);
  return (
    <Confirm
      opened={item !== null}
      close={close}
      title={t('developer.replaySure', { hook: shown?.hook ?? '' })}
      action={t('developer.replay')}
      go={() => item && mutate(item.id)}
      harmless
      pending={isPending}
    >
      {t('developer.replayHint', { triggers: shown?.triggers.join(', ') ?? '' })}
    </Confirm>
  );
}

function useReplay(close: () => void, done: () => void) {
  const speech = useSpeech();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: replay,
    onSuccess: ({ replayed }) => {
      notifyDone(speech, speech.plural('developer.replayed', replayed));
      done();
    },
    onError: (error) => notifyFailure(speech, error, speech.t('developer.replayFailed')),
    onSettled: () => {
      close();
      return queries.invalidateQueries({ queryKey: staleAfterReplay });
    },
  });
}

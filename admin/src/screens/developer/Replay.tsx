import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { replay, staleAfterReplay } from '../../api/developer';
import type { Deferred } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { notifyDone, notifyFailure } from '../../ui/notify';

/** Asks before the dead hooks of an event run again, and says what that does. */
export function Replay({ item, close, done }: { item: Deferred | null; close: () => void; done: () => void }) {
  const { t } = useSpeech();
  const [shown, show] = useState(item);
  if (item !== null && item !== shown) show(item);
  const { mutate, isPending } = useReplay(close, done);
  return (
    <Modal opened={item !== null} onClose={close} title={t('developer.replaySure', { hook: shown?.hook ?? '' })} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Text size="sm">{t('developer.replayHint', { triggers: shown?.triggers.join(', ') ?? '' })}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus>
          {t('action.cancel')}
        </Button>
        <Button loading={isPending} onClick={() => item && mutate(item.id)}>
          {t('developer.replay')}
        </Button>
      </Group>
    </Modal>
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

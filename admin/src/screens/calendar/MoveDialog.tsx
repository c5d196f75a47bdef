import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { resetMove } from '../../api/moves';
import { useCollection } from '../../api/session';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';
import { useNamedTitles } from '../../values/useTitles';
import { fieldTime, timesOf, zone } from './times';

/** Asks whether a move is to be made at another time: that of the day it was dragged to, or one that is typed. */
export function MoveDialog({ move, at: proposed, close }: { move: ScheduledMove; at: number; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const titled = useNamedTitles();
  const collection = useCollection(move.collection);
  const [at, type] = useState(fieldTime(proposed));
  const title = titled(move);
  const set = useMutation({
    mutationFn: () => resetMove(move, { at: new Date(at).getTime(), timeZone: zone }),
    onSuccess: () => {
      notifyDone(speech, t('calendar.moved', { title }));
      close();
    },
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['moves'] }), queries.invalidateQueries({ queryKey: ['releases'] })]),
  });
  return (
    <Dialog opened close={close} title={t('calendar.moveOf', { title })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('calendar.moveFrom', { does: t(`calendar.does.${move.direction}`), times: timesOf(speech, move, zone) })}</Text>
          <TextInput type="datetime-local" label={t('calendar.when', { zone })} value={at} required data-autofocus onChange={(event) => type(event.currentTarget.value)} />
          <Refusal error={reasonFailure(set.error, collection, speech, move.direction)} title={t('trouble.notDone')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t(set.isPending ? 'action.close' : 'action.cancel')}
            </Button>
            <Button type="submit" loading={set.isPending} disabled={at === ''}>
              {t('calendar.move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

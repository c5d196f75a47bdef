import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { resetMove, staleMoves } from '../../api/moves';
import { useCollection } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { problemOf, reasonFailure } from '../../values/reasons';
import { useNamedTitles } from '../../values/useTitles';
import { usePartsOf } from './usePartsOf';
import { fieldTime, timesOf, zone } from './times';
import { TimeInput } from './TimeInput';
import type { Asking } from './useDraggedMove';

/** Asks at what other time a move is made. */
export function MoveDialog({ move, wanted = move.at, refused, close }: Asking & { close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const titled = useNamedTitles();
  const collection = useCollection(move.collection);
  const [at, type] = useState(fieldTime(wanted));
  const title = titled(move);
  const parts = usePartsOf(move);
  const set = useMutation({
    mutationFn: () => resetMove(move, { at: new Date(at).getTime(), timeZone: zone }),
    onSuccess: () => {
      notifyDone(speech, t('calendar.moved', { title }));
      close();
    },
    onSettled: () => staleMoves(queries),
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
          {move.failedAt === null ? (
            <Text size="sm">{t('calendar.moveFrom', { does: t(`calendar.does.${move.direction}`), times: timesOf(speech, move, zone) })}</Text>
          ) : (
            <Text size="sm">
              {t('why.at', { field: t(`calendar.refused.${move.direction}`), reason: problemOf(move, collection, speech) || timesOf(speech, move, zone) })}
            </Text>
          )}
          {parts !== undefined && <Text size="sm">{move.parts.length > 1 ? t('calendar.moveWhole', { parts }) : t('calendar.movePart', { part: parts })}</Text>}
          <TimeInput label={t('calendar.when', { zone })} value={at} required data-autofocus type={type} />
          <Refusal error={reasonFailure(set.isIdle ? (refused ?? null) : set.error, collection, speech, move.direction)} title={t('trouble.notDone')} />
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

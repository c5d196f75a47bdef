import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { staleMoves } from '../../api/moves';
import { scheduleRelease } from '../../api/releases';
import type { ReleaseDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';
import { TimeInput } from '../calendar/TimeInput';
import { zone } from '../calendar/times';

/** Asks when a release is to be published, in the zone of the reader. */
export function ReleaseTimeDialog({ release, close }: { release: ReleaseDetail; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const [at, type] = useState('');
  const set = useMutation({
    mutationFn: () => scheduleRelease(release.id, { at: new Date(at).getTime(), timeZone: zone }),
    onSuccess: close,
    onSettled: () => staleMoves(queries),
  });
  return (
    <Dialog opened close={close} title={t('releases.laterOf', { name: release.name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate();
        }}
      >
        <Stack gap="md">
          <TimeInput label={t('calendar.when', { zone })} value={at} required data-autofocus type={type} />
          <Text size="sm" c="dimmed">
            {t('releases.laterHint')}
          </Text>
          <Refusal error={reasonFailure(set.error, undefined, speech, 'release')} title={t('trouble.notDone')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={set.isPending} disabled={at === ''}>
              {t('calendar.schedule')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

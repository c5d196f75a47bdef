import { Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { entryMovesQuery, setMove, staleMoves } from '../../api/moves';
import { useCollection } from '../../api/session';
import type { Entry, NewMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Refusal } from '../../ui/Refusal';
import { reasonFailure } from '../../values/reasons';
import { TimeInput } from '../calendar/TimeInput';
import { zone } from '../calendar/times';
import classes from './Entry.module.css';
import { SetTimes } from './SetTimes';

/** What is set for a time of an entry, and the way to set it. */
export function Schedule({ entry }: { entry: Entry }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const heading = useId();
  const { data } = useQuery(entryMovesQuery(entry.collection, entry.id));
  const [direction, choose] = useState<NewMove['direction']>(entry.status === 'published' ? 'unpublish' : 'publish');
  const [at, type] = useState('');
  const collection = useCollection(entry.collection);
  const onSettled = () => staleMoves(queries);
  const set = useMutation({ mutationFn: (does: NewMove['direction']) => setMove(entry, { direction: does, at: new Date(at).getTime(), timeZone: zone }), onSuccess: () => type(''), onSettled });
  return (
    <Stack gap="xs" mb="md" role="group" aria-labelledby={heading}>
      <h2 id={heading} className={classes['scheduleTitle']}>{t('calendar.schedule')}</h2>
      <SetTimes moves={data?.items ?? []} />
      <Group gap="xs" align="flex-end">
        <Select size="xs" label={t('calendar.what')} allowDeselect={false} value={direction} onChange={(value) => value && choose(value)} data={[{ value: 'publish', label: t('entry.publish') }, { value: 'unpublish', label: t('entry.unpublish') }]} w={120} comboboxProps={{ withinPortal: false }} />
        <TimeInput size="xs" label={t('calendar.when', { zone })} value={at} type={type} />
        <Button size="xs" variant="default" disabled={at === ''} loading={set.isPending} onClick={() => set.mutate(direction)}>{t('calendar.schedule')}</Button>
      </Group>
      <Refusal error={reasonFailure(set.error, collection, speech, set.variables ?? direction)} title={t('trouble.notDone')} />
    </Stack>
  );
}

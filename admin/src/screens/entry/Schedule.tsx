import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { cancelMove, entryMovesQuery, setMove } from '../../api/moves';
import { useCollection } from '../../api/session';
import type { Entry, NewMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { notifyFailure } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { notTakenBack, problemOf, reasonFailure } from '../../values/reasons';
import { TimeInput } from '../calendar/TimeInput';
import { timesOf, zone } from '../calendar/times';

/** What is set for a time of an entry, and the way to set it. */
export function Schedule({ entry }: { entry: Entry }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const { data } = useQuery(entryMovesQuery(entry.collection, entry.id));
  const [direction, choose] = useState<NewMove['direction']>(entry.status === 'published' ? 'unpublish' : 'publish');
  const [at, type] = useState('');
  const collection = useCollection(entry.collection);
  const onSettled = () => queries.invalidateQueries({ queryKey: ['moves'] });
  const set = useMutation({ mutationFn: (does: NewMove['direction']) => setMove(entry, { direction: does, at: new Date(at).getTime(), timeZone: zone }), onSuccess: () => type(''), onSettled });
  const cancel = useMutation({ mutationFn: cancelMove, onError: (error) => notifyFailure(speech, notTakenBack(error, speech), t('calendar.notCancelled')), onSettled });
  return (
    <Stack gap="xs" mb="md" role="group" aria-label={t('calendar.set')}>
      {data?.items.map((each) => (
        <div key={each.direction}>
          {each.problem ? (
            <Notice tone="danger" icon="alert" title={t(`calendar.refused.${each.direction}`)}>{problemOf(each, collection, speech)}</Notice>
          ) : (
            <Text size="sm">{t(`calendar.will.${each.direction}`, { times: timesOf(speech, each, zone) })}</Text>
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => cancel.mutate(each)}>{t(each.problem ? 'calendar.dismiss' : 'calendar.cancel')}</Button>
        </div>
      ))}
      <Group gap="xs" align="flex-end">
        <Select size="xs" label={t('calendar.what')} allowDeselect={false} value={direction} onChange={(value) => value && choose(value)} data={[{ value: 'publish', label: t('entry.publish') }, { value: 'unpublish', label: t('entry.unpublish') }]} w={120} comboboxProps={{ withinPortal: false }} />
        <TimeInput size="xs" label={t('calendar.when', { zone })} value={at} type={type} />
        <Button size="xs" variant="default" disabled={at === ''} loading={set.isPending} onClick={() => set.mutate(direction)}>{t('calendar.setIt')}</Button>
      </Group>
      <Refusal error={reasonFailure(set.error, collection, speech, set.variables ?? direction)} title={t('trouble.notDone')} />
    </Stack>
  );
}

import { Button, Group, Select, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useReducer } from 'react';

import type { View } from '../../api/types.gen';
import type { ViewPage } from '../../api/views';
import { useSpeech } from '../../i18n/text';
import { pageSizes, type Change } from '../../reports/address';

interface FootProps {
  view: View;
  data: ViewPage;
  readAt: number;
  reading: boolean;
  change: Change;
  turn: (page: number) => void;
  refresh: () => void;
}

/** Which rows these are, how old they are, and the way to others. */
export function ReportFoot({ view, data: { rows, page, show, hasMore }, readAt, reading, change, turn, refresh }: FootProps) {
  const { t, plural } = useSpeech();
  const sizes = pageSizes(view);
  const several = page > 1 || hasMore;
  const first = (page - 1) * show + 1;
  return (
    <Group justify="space-between" mt="sm" gap="sm">
      <Group gap="md">
        <Text size="sm" c="dimmed" role="status">
          {!several ? plural('reports.rows', rows.length) : rows.length > 0 && t('reports.range', { first, last: first + rows.length - 1 })}
        </Text>
        <ReadAt time={readAt} reading={reading} refresh={refresh} />
      </Group>
      <Group gap="xs">
        {sizes.length > 1 && (several || rows.length > (sizes[0] ?? 0)) && (
          <Select
            size="xs"
            w={130}
            data={sizes.map((size) => ({ value: String(size), label: t('reports.perPage', { count: size }) }))}
            value={String(show)}
            allowDeselect={false}
            onChange={(size) => change({ show: size === null ? undefined : Number(size) })}
            aria-label={t('reports.perPageLabel')}
          />
        )}
        {several && (
          <>
            <Button size="xs" variant="default" disabled={page <= 1} onClick={() => turn(page - 1)}>
              {t('reports.previous')}
            </Button>
            <Text size="sm">{t('reports.page', { page })}</Text>
            <Button size="xs" variant="default" disabled={!hasMore} onClick={() => turn(page + 1)}>
              {t('reports.next')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

/** How old the rows are, and the way to new ones. */
function ReadAt({ time, reading, refresh }: { time: number; reading: boolean; refresh: () => void }) {
  const { t, ago, moment } = useSpeech();
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useInterval(tick, 30_000, { autoInvoke: true });
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed" title={moment(time)}>
        {t('reports.readAt', { time: ago(time) })}
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={refresh} loading={reading}>
        {t('action.refresh')}
      </Button>
    </Group>
  );
}

import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { deferredQuery, deferredStates, staleAfterReplay, type DeferredState } from '../../api/developer';
import type { Deferred, QueueDepth } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable, type ListColumn } from '../../lists/ListTable';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { Ago } from '../../ui/Ago';
import { DeferredDetail } from './DeferredDetail';
import { Replay } from './Replay';

/** Deferred hooks that wait, and those that were given up. */
export function DeferredHooks({ depth }: { depth: QueueDepth }) {
  const speech = useSpeech();
  const { t } = speech;
  const { state = depth.dead > 0 ? 'dead' : 'pending' } = useSearch({ from: '/staff/dev' });
  const query = useInfiniteQuery(deferredQuery(state));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const [open, setOpen] = useState<Deferred | null>(null);
  const [asked, ask] = useState<Deferred | null>(null);
  const columns = useMemo(() => columnsOf(state, ask, speech), [state, speech]);
  return (
    <>
      <Tools state={state} depth={depth} busy={query.isFetching} />
      {query.isError && !query.data ? (
        <Trouble error={query.error} reset={() => void query.refetch()} />
      ) : query.isSuccess && rows.length === 0 ? (
        <EmptyState icon="check" title={t(`developer.none.${state}`)} hint={t(`developer.noneHint.${state}`)} />
      ) : (
        <>
          <ListTable<Deferred>
            label={t(`developer.${state}`)}
            columns={columns}
            rows={rows}
            rowId={keyOf}
            rowName={({ hook, entryId }) => `${hook} ${entryId}`}
            open={setOpen}
            loading={query.isPending}
          />
          <ListFoot of="developer" count={rows.length} query={query} />
        </>
      )}
      <DeferredDetail item={open} replay={ask} close={() => setOpen(null)} />
      <Replay item={asked} close={() => ask(null)} done={() => setOpen(null)} />
    </>
  );
}

/** An event may have several dead parts, each of other Triggers. */
const keyOf = ({ id, triggers }: Deferred) => `${id} ${triggers.join(' ')}`;

function Tools({ state, depth, busy }: { state: DeferredState; depth: QueueDepth; busy: boolean }) {
  const { t, number } = useSpeech();
  const navigate = useNavigate({ from: '/dev' });
  const queries = useQueryClient();
  return (
    <Group justify="space-between" mb="sm">
      <SegmentedControl
        value={state}
        onChange={(next) => void navigate({ search: { tab: 'deferred', state: next }, replace: true })}
        data={deferredStates.map((value) => ({ value, label: `${t(`developer.${value}`)} ${number(depth[value])}` }))}
        aria-label={t('developer.tab.deferred')}
      />
      <Button variant="default" leftSection={<Icon name="refresh" />} loading={busy} onClick={() => void queries.invalidateQueries({ queryKey: staleAfterReplay })}>
        {t('action.refresh')}
      </Button>
    </Group>
  );
}

function columnsOf(state: DeferredState, replay: (item: Deferred) => void, { t, number }: Speech): ListColumn<Deferred>[] {
  return [
    { id: 'hook', head: t('developer.hook'), cell: ({ hook }) => <Text span ff="monospace" inherit>{hook}</Text> },
    { id: 'collection', head: t('developer.collection'), wide: true, cell: ({ collection }) => collection },
    { id: 'why', head: t('developer.why'), main: true, cell: ({ diagnostic }) => diagnostic && `${diagnostic.code}: ${diagnostic.message}` },
    { id: 'triggers', head: t('developer.kind.Trigger'), wide: true, cell: ({ triggers }) => triggers.join(', ') },
    { id: 'tries', head: t('developer.tries'), wide: true, end: true, cell: ({ tries }) => number(tries) },
    { id: 'time', head: t(state === 'dead' ? 'developer.died' : 'developer.due'), wide: true, end: true, cell: (item) => (item.running ? t('developer.running') : <Ago time={item.time} />) },
    { id: 'replay', head: t('developer.replay'), wide: true, end: true, cell: (item: Deferred) => !item.running && <ReplayButton replay={() => replay(item)} /> },
  ];
}

function ReplayButton({ replay }: { replay: () => void }) {
  const { t } = useSpeech();
  return (
    <Button variant="default" size="compact-sm" leftSection={<Icon name="refresh" />} onClick={replay}>
      {t('developer.replay')}
    </Button>
  );
}

import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { moveEntry, staleAfterChange, type EntryMove } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { bootstrapQuery, useMe } from '../../api/session';
import type { Collection, EntrySummary, Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { allows, movesFor, runEach } from '../../lists/bulk';
import { OperationButtons } from '../../operations/RowOperations';
import { Confirm } from '../../ui/Confirm';
import { Icon, type IconName } from '../../ui/icons';
import { notifyDone, notifyFailure } from '../../ui/notify';
import classes from './BulkBar.module.css';

const icons: Record<EntryMove, IconName> = { publish: 'publish', unpublish: 'unpublish', archive: 'archive', delete: 'trash' };

interface BulkBarProps {
  collection: Collection;
  /** Those that run on one row. */
  operations: Operation[];
  selected: EntrySummary[];
  clear: () => void;
}

/** What can be done to the selected entries; it floats above the list while there are any. */
export function BulkBar({ collection, operations, selected, clear }: BulkBarProps) {
  const { t, plural } = useSpeech();
  const me = useMe();
  const [sure, ask] = useDisclosure(false);
  const { move, pending, finished, total } = useBulk(collection, clear);
  if (selected.length === 0 && !pending) return null;
  return (
    <Paper className={classes['root']} shadow="md" withBorder role="region" aria-label={t('bulk.label')}>
      <Text size="sm" fw={600} role="status" className={classes['count']}>
        {pending ? t('bulk.working', { done: finished, total }) : plural('bulk.selected', selected.length)}
      </Text>
      <Group gap={6} wrap="wrap">
        {movesFor(selected, collection, me.role).map((each) => (
          <Button
            key={each}
            size="compact-sm"
            variant={each === 'delete' ? 'light' : 'default'}
            {...(each === 'delete' ? { color: 'red' } : {})}
            disabled={pending}
            leftSection={<Icon name={icons[each]} />}
            onClick={() => (each === 'delete' ? ask.open() : move(selected, each))}
          >
            {t(`entry.${each}`)}
          </Button>
        ))}
        {selected.length === 1 && selected[0] && <OperationButtons operations={operations} row={selected[0]} disabled={pending} />}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={clear} disabled={pending}>
          {t('bulk.none')}
        </Button>
      </Group>
      <Confirm
        opened={sure}
        close={ask.close}
        title={plural('bulk.sure', selected.length)}
        action={t('entry.delete')}
        go={() => {
          ask.close();
          move(selected, 'delete');
        }}
      >
        {t('bulk.sureHint')}
      </Confirm>
    </Paper>
  );
}

/** Moves entries, tells how far it is, and says in the end what was done and what was not. */
function useBulk(collection: Collection, clear: () => void) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const [finished, setFinished] = useState(0);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ entries, move }: { entries: EntrySummary[]; move: EntryMove }) =>
      runEach(entries, (entry) => moveEntry(entry, move), setFinished),
    onMutate: () => setFinished(0),
    onSuccess: ({ done, failed }, { move }) => {
      if (done.length > 0) notifyDone(speech, plural(`bulk.done.${move}`, done.length));
      if (failed[0]) notifyFailure(speech, reasonOf(failed[0].error, t('trouble.conflict')), plural('bulk.failed', failed.length));
      if (failed.some(({ error }) => error instanceof ApiFailure && error.status === 403)) void queries.refetchQueries({ queryKey: bootstrapQuery.queryKey });
      clear();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: staleAfterChange(collection.name) }),
  });
  const move = (entries: EntrySummary[], move: EntryMove) => mutate({ entries: entries.filter((each) => allows(each, move)), move });
  return { move, pending: isPending, finished, total: variables?.entries.length ?? 0 };
}

function reasonOf(error: unknown, conflict: string): unknown {
  return error instanceof ApiFailure && error.code === 'CONFLICT' && error.diagnostic?.value ? new Error(conflict) : error;
}

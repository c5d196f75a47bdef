import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Collection, EntrySummary, Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { movesFor } from '../../lists/bulk';
import { OperationButtons } from '../../operations/RowOperations';
import { Icon, type IconName } from '../../ui/icons';
import classes from '../../lists/BulkBar.module.css';
import { BulkQuestion, type AskedMove } from './BulkQuestion';
import { useBulk } from './useBulk';

const icons: Record<EntryMove, IconName> = { publish: 'publish', unpublish: 'unpublish', archive: 'archive', delete: 'trash' };

interface BulkBarProps {
  collection: Collection;
  /** Those that run on one row. */
  operations: Operation[];
  selected: EntrySummary[];
  /** There are entries that are not loaded, and so not selected. */
  partial: boolean;
  clear: () => void;
}

/** What can be done to the selected entries; it floats above the list while there are any. */
export function BulkBar({ collection, operations, selected, partial, clear }: BulkBarProps) {
  const { t, plural } = useSpeech();
  const me = useMe();
  const [asked, setAsked] = useState<AskedMove>('delete');
  const [opened, question] = useDisclosure(false);
  const { move, pending, finished, total } = useBulk(collection, clear);
  if (selected.length === 0 && !pending) return null;
  const begin = (each: EntryMove) => {
    if (each === 'publish') move(selected, each);
    else {
      setAsked(each);
      question.open();
    }
  };
  const go = () => {
    question.close();
    move(selected, asked);
  };
  return (
    <Paper className={classes['root']} shadow="md" withBorder role="region" aria-label={t('bulk.label')}>
      <div role="status" className={classes['count']}>
        <Text size="sm" fw={600}>
          {pending ? t('bulk.working', { done: finished, total }) : plural('bulk.selected', selected.length)}
        </Text>
        {partial && !pending && <Text size="xs">{t('bulk.partial')}</Text>}
      </div>
      <Group gap={6} wrap="wrap">
        {movesFor(selected, collection, me.role).map((each) => (
          <Button
            key={each}
            size="compact-sm"
            variant={each === 'delete' ? 'light' : 'default'}
            {...(each === 'delete' ? { color: 'red' } : {})}
            disabled={pending}
            leftSection={<Icon name={icons[each]} />}
            onClick={() => begin(each)}
          >
            {t(`entry.${each}`)}
          </Button>
        ))}
        {selected.length === 1 && selected[0] && <OperationButtons operations={operations} row={selected[0]} disabled={pending} />}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={clear} disabled={pending}>
          {t('bulk.none')}
        </Button>
      </Group>
      <BulkQuestion opened={opened} move={asked} collection={collection} selected={selected} close={question.close} go={go} />
    </Paper>
  );
}

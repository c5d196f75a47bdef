import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

import type { BulkTarget } from '../../api/bulk';
import type { EntryMove } from '../../api/entries';
import { isAtLeast, mayMove, useMe } from '../../api/session';
import type { Collection, EntryCount, EntrySummary, Operation } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { isTimed, keptOf, movesFor, wishOf } from '../../lists/bulk';
import { OperationButtons } from '../../operations/RowOperations';
import { Icon, type IconName } from '../../ui/icons';
import classes from '../../lists/BulkBar.module.css';
import { useBulk } from './useBulk';

// The form is as large as the rest of the page, and most lists are only read.
const BulkQuestion = lazy(part(() => import('./BulkQuestion').then((module) => ({ default: module.BulkQuestion }))));
const SetField = lazy(part(() => import('./SetField').then((module) => ({ default: module.SetField }))));

const AddToRelease = lazy(part(() => import('../releases/AddToRelease').then((module) => ({ default: module.AddToRelease }))));

const icons: Record<EntryMove, IconName> = { publish: 'publish', unpublish: 'unpublish', archive: 'archive', delete: 'trash' };

/** How many entries a release has at most. */
const mostOfRelease = 200;

interface BulkBarProps {
  collection: Collection;
  /** Those that run on one row. */
  operations: Operation[];
  selected: EntrySummary[];
  /** All that are loaded are selected, and there are more. */
  partial: boolean;
  /** What the list is narrowed by, and how many it has. */
  match: Record<string, string>;
  count: EntryCount | undefined;
  /** Selects these alone; none ends the selecting. */
  keep: (ids: string[]) => void;
}

/** What can be done to the selected entries, or to all that match; it floats above the list while there are any. */
export function BulkBar({ collection, operations, selected, partial, match, count, keep }: BulkBarProps) {
  const { t, plural, number } = useSpeech();
  const me = useMe();
  const [asked, setAsked] = useState<EntryMove>('delete');
  const [whole, setWhole] = useState(false);
  const [together, takeTogether] = useState(true);
  const [opened, question] = useDisclosure(false);
  const [setting, setter] = useDisclosure(false);
  const [adding, release] = useDisclosure(false);
  const done = (ids: string[] = []) => {
    setWhole(false);
    keep(ids);
  };
  const { run, pending, finished, total } = useBulk(collection, (outcome, wish) => done(keptOf(selected.map(({ id }) => id), outcome, wish)));
  if (selected.length === 0 && !pending) {
    if (whole) setWhole(false);
    return null;
  }
  const all = whole && partial && count !== undefined;
  const target: BulkTarget = all ? { match } : { ids: selected.map(({ id, version }) => ({ id, version })) };
  const chosen = all ? count : { count: selected.length, more: false };
  const begin = (each: EntryMove) => {
    setAsked(each);
    takeTogether(true);
    question.open();
  };
  const offered = all ? allMoves(collection, mayMove(me.role, collection)) : movesFor(selected, collection, me.role);
  return (
    <Paper className={classes['root']} shadow="md" withBorder role="region" aria-label={t('bulk.label')}>
      <div role="status" className={classes['count']}>
        <Text size="sm" fw={600}>
          {pending ? t(total.more ? 'bulk.workingMany' : 'bulk.working', { done: number(finished), total: number(total.count) }) : plural('bulk.selected', chosen.count)}
        </Text>
        {partial && !pending && !all && <Text size="xs">{t('bulk.partial')}</Text>}
      </div>
      <Group gap={6} wrap="wrap">
        {partial && !pending && !all && count && (
          <Button size="compact-sm" variant="light" onClick={() => setWhole(true)}>
            {t(count.more ? 'bulk.allMany' : 'bulk.all', { count: number(count.count) })}
          </Button>
        )}
        {offered.map((each) => (
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
        {!collection.readOnly && (
          <Button size="compact-sm" variant="default" disabled={pending} onClick={setter.open}>
            {t('bulk.set')}
          </Button>
        )}
        {collection.lifecycle === 'publishing' && isAtLeast(me.role, 'editor') && !all && selected.length <= mostOfRelease && (
          <Button size="compact-sm" variant="default" disabled={pending} leftSection={<Icon name="release" />} onClick={release.open}>
            {t('releases.add')}
          </Button>
        )}
        {selected.length === 1 && !all && selected[0] && <OperationButtons operations={operations} row={selected[0]} disabled={pending} />}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => done()} disabled={pending}>
          {t('bulk.none')}
        </Button>
      </Group>
      {adding && (
        <Suspense>
          <AddToRelease entries={selected.map(({ id }) => ({ collection: collection.name, id }))} languages={collection.translations.length > 0} close={release.close} done={() => done()} />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <BulkQuestion
            opened={opened}
            move={asked}
            collection={collection}
            target={target}
            count={chosen}
            only={!all && selected.length === 1 ? selected[0] : undefined}
            whole={together}
            takeWhole={takeTogether}
            timed={all || selected.some(isTimed)}
            close={question.close}
            go={(translations) => {
              question.close();
              void run(target, wishOf(asked, translations), chosen);
            }}
          />
        </Suspense>
      )}
      {setting && (
        <Suspense>
          <SetField
            opened={setting}
            collection={collection}
            target={target}
            count={chosen}
            close={setter.close}
            go={(wish) => {
              setter.close();
              void run(target, wish, chosen);
            }}
          />
        </Suspense>
      )}
    </Paper>
  );
}

function allMoves({ lifecycle, readOnly }: Collection, may: boolean): EntryMove[] {
  if (!may) return [];
  const moves: EntryMove[] = lifecycle === 'publishing' ? ['publish', 'unpublish', 'archive'] : [];
  return readOnly ? moves : [...moves, 'delete'];
}

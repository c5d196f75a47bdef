import { Button, Loader, Text, Timeline, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { historyQuery } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Change, Collection, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { useMore } from '../../lists/useMore';
import { mediaKind } from '../../media/kinds';
import { Ago } from '../../ui/Ago';
import { notifyDone } from '../../ui/notify';
import { applied } from '../../values/data';
import { fieldTitle, propertySchema } from '../../values/schema';
import { nameOf } from './EntryFacts';
import { FieldValue } from './FieldValue';
import classes from './History.module.css';
import { before, fieldChanges, toRestore, type FieldChange } from './past';
import { TextDiff } from './TextDiff';
import type { EntryEditor } from './useEntryEditor';

/** What happened to an entry, the newest first, and the way back to what it was. */
export function History({ editor, entry }: { editor: EntryEditor; entry: Entry }) {
  const { t } = useSpeech();
  const query = useInfiniteQuery(historyQuery(entry.collection, entry.id));
  const { pending, more } = useMore(query);
  if (query.isPending) return <Loader size="sm" aria-label={t('app.loading')} />;
  const changes = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isError && changes.length === 0) {
    return (
      <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    );
  }
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('entry.historyEmpty')}
      </Text>
    );
  }
  return (
    <>
      <Timeline bulletSize={12} lineWidth={1} active={-1}>
        {changes.map((change, i) => (
          <Timeline.Item key={change.id}>
            <ChangeItem editor={editor} entry={entry} change={change} since={changes.slice(0, i)} />
          </Timeline.Item>
        ))}
      </Timeline>
      {query.hasNextPage && (
        <Button variant="default" size="compact-sm" mt="sm" loading={pending} onClick={more}>
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

interface ChangeItemProps {
  editor: EntryEditor;
  entry: Entry;
  change: Change;
  /** The changes that came after it, the newest first. */
  since: Change[];
}

function ChangeItem({ editor, entry, change, since }: ChangeItemProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const me = useMe();
  const [open, setOpen] = useState(false);
  const fields = fieldChanges(change);
  return (
    <>
      <Text size="sm" fw={500}>
        {t(`entry.did.${change.action}`, { name: nameOf(speech, change.actor, me.userId) })}
      </Text>
      <Text size="xs" c="dimmed">
        <Ago time={change.time} /> · {t(`through.${change.surface}`)} · {t('value.version', { version: change.version })}
      </Text>
      {change.pruned && (
        <Text size="xs" c="dimmed" fs="italic">
          {t('entry.pruned')}
        </Text>
      )}
      {fields.length > 0 && (
        <UnstyledButton className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {plural('entry.fieldsChanged', fields.length)}
        </UnstyledButton>
      )}
      {open && fields.map((each) => <FieldDiff key={each.field} collection={editor.collection} change={each} />)}
      {since.length > 0 && <Restore editor={editor} entry={entry} change={change} since={since} />}
    </>
  );
}

function FieldDiff({ collection, change }: { collection: Collection; change: FieldChange }) {
  const speech = useSpeech();
  const name = fieldTitle(speech, collection, change.field);
  const { field, before, after } = change;
  return (
    <div className={classes['field']}>
      <Text size="xs" fw={600}>
        {name}
      </Text>
      {typeof before === 'string' && typeof after === 'string' && !mediaKind(propertySchema(collection, field)) ? (
        <TextDiff before={before} after={after} short />
      ) : (
        <div className={classes['sides']}>
          <FieldValue collection={collection} field={field} value={before} />
          <span aria-hidden="true">→</span>
          <FieldValue collection={collection} field={field} value={after} />
        </div>
      )}
    </div>
  );
}

/** Puts what the entry was after a change back into the form. Nothing is saved by it. */
function Restore({ editor, entry, change, since }: ChangeItemProps) {
  const speech = useSpeech();
  const { t } = speech;
  const past = before(entry.data, since);
  if (past === null) return null;
  const back = toRestore(entry.data, past.data);
  if (Object.keys(back).length === 0 || !editor.detail?.permissions.edit || editor.newer || editor.draft.at !== undefined) return null;
  const restore = () => {
    const removed = Object.fromEntries(Object.entries(back).map(([field, value]) => [field, value ?? null]));
    editor.change(applied(removed, editor.value));
    notifyDone(speech, past.lost.length > 0 ? t('entry.restoredBut', { fields: past.lost.join(', ') }) : t('entry.restored', { version: change.version }));
  };
  return (
    <Button variant="subtle" size="compact-xs" mt={4} ml={-6} onClick={restore}>
      {t('entry.restore')}
    </Button>
  );
}

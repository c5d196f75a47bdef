import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';

import { useMe } from '../../api/session';
import type { Collection, Draft, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { notifyDone } from '../../ui/notify';
import { sameValue, type Data } from '../../values/data';
import { fieldTitle } from '../../values/schema';
import { titleOf } from '../../values/title';
import { propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import { nameOf } from './EntryFacts';
import { FieldValue } from './FieldValue';
import { TextDiff } from './TextDiff';
import type { EntryEditor } from './editor';

/** What a pending draft is: of a published entry what readers do not see, of a draft what was typed since it was saved, of an archived one what waits with it. */
const saidOf = ({ status }: Entry) => (({ published: 'draft', draft: 'typed', archived: 'stored' }) as const)[status];

/** Says of an entry that there is a draft beside it: whose, what it changes, and how it is dropped. */
export function DraftBar({ editor, draft, entry }: { editor: EntryEditor; draft: Draft; entry: Entry }) {
  const speech = useSpeech();
  const { t, ago, language } = speech;
  const me = useMe();
  const said = saidOf(entry);
  const [open, setOpen] = useState<'changes' | 'decide' | 'discard'>();
  const [movedOn, setMovedOn] = useState(false);
  const title = titleOf(editor.collection, editor.value, language) || t('value.untitled');
  const close = () => setOpen(undefined);
  const discard = async () => {
    const done = await editor.discardDraft();
    close();
    setMovedOn(!done);
    if (done) notifyDone(speech, t(`entry.${said}.discarded`, { title }));
  };
  // An archived entry has to be a draft again before anything is decided.
  const conflicts = said === 'stored' ? [] : draft.conflicts;
  const fields = conflicts.map((field) => fieldTitle(speech, editor.collection, field)).join(', ');
  return (
    <Notice tone={conflicts.length > 0 ? 'warning' : 'quiet'} icon="clock" title={t(`entry.${said}.over`)}>
      <Text size="sm">{draft.savedBy ? t(`entry.${said}.overHint`, { name: nameOf(speech, draft.savedBy, me.userId), ago: ago(draft.savedAt) }) : t(`entry.${said}.overHintNobody`, { ago: ago(draft.savedAt) })}</Text>
      {said !== 'stored' && fields !== '' && <Text size="sm">{t(`entry.${said}.conflicts`, { fields })}</Text>}
      {movedOn && (
        <Text size="sm" role="alert">
          {t(`entry.${said}.movedOn`)}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {said !== 'stored' && fields !== '' && (
          <Button size="compact-sm" onClick={() => setOpen('decide')}>
            {t(`entry.${said}.decide`)}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => setOpen('changes')}>
          {t(`entry.${said}.changes`)}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setOpen('discard')}>
          {t(`entry.${said}.discard`)}
        </Button>
      </Group>
      <Dialog opened={open === 'changes'} close={close} title={t(`entry.${said}.changesTitle`)} size="lg">
        <Changes collection={editor.collection} entry={entry} value={said === 'stored' ? draft.data : editor.value} />
      </Dialog>
      {said !== 'stored' && (
        <Dialog opened={open === 'decide'} close={close} title={t(`entry.${said}.decide`)} size="xl">
          <Conflict editor={{ ...editor, resolve: close, settle: (_, value) => void editor.decide(value).then(close) }} theirs={entry} base={{ ...entry, data: draft.baseData }} mine={editor.value} />
        </Dialog>
      )}
      <Confirm opened={open === 'discard'} close={close} title={t(`entry.${said}.sure`, { title })} action={t(`entry.${said}.discard`)} go={() => void discard()}>
        {t(`entry.${said}.sureHint`)}
      </Confirm>
    </Notice>
  );
}

/** What a draft has otherwise than the entry, field by field. */
function Changes({ collection, entry, value }: { collection: Collection; entry: Entry; value: Data }) {
  const speech = useSpeech();
  const { t } = speech;
  const said = saidOf(entry);
  const changed = propertiesOf(collection).filter((field) => !sameValue(entry.data[field], value[field]));
  if (changed.length === 0) return <Text size="sm">{t(`entry.${said}.noChanges`)}</Text>;
  return (
    <Stack gap="md">
      {changed.map((field) => {
        const [before, after] = [entry.data[field], value[field]];
        return (
          <section key={field}>
            <Title order={3} size="h5" mb={4}>
              {fieldTitle(speech, collection, field)}
            </Title>
            {typeof before === 'string' && typeof after === 'string' && before !== '' ? (
              <TextDiff before={before} after={after} short />
            ) : (
              <FieldValue collection={collection} field={field} value={after} />
            )}
          </section>
        );
      })}
    </Stack>
  );
}

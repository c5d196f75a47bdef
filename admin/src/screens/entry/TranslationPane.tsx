import { Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import { useShortcut } from '../../app/shortcuts';
import type { Collection, Entry, EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { notifyDone } from '../../ui/notify';
import { StatusBadge } from '../../ui/StatusBadge';
import { isEmpty, translatableOf } from './completeness';
import { ConfirmMove } from './ConfirmMove';
import classes from './Entry.module.css';
import { EntryForm } from './EntryForm';
import { EntryMenu } from './EntryMenu';
import { JsonView } from './JsonView';
import { localeName } from './locale';
import { picked, type Data } from './patch';
import { SaveButtons } from './SaveButtons';
import { SaveState } from './SaveState';
import { useUnsaved } from './unsaved';
import { useEntryEditor } from './useEntryEditor';

interface TranslationPaneProps {
  collection: Collection;
  locale: string;
  /** undefined for a translation that is not made yet. */
  detail: EntryDetail | undefined;
  start: Data;
  side: 'source' | 'target';
  source?: Entry | undefined;
  choice?: ReactNode;
}

/** One of two translations: its form, and its own way of being saved and published. */
export function TranslationPane({ collection, locale, detail, start, side, source, choice }: TranslationPaneProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const [sure, ask] = useState<EntryMove>();
  const [json, showJson] = useState(false);
  const on = collection.translates?.on ?? '';
  const [begun] = useState(start);
  const editor = useEntryEditor({ collection, detail, start: begun, draftId: detail?.entry.id ?? `new ${String(begun[on])} ${locale}`, idPrefix: side });
  useUnsaved({ place: side, dirty: editor.dirty, save: editor.save, stays: (search) => search.locale === locale || side === 'source' && search.source === locale });
  useShortcut({ keys: 'mod+s', label: 'shortcuts.save', group: 'entry' }, () => void editor.save(), editor.dirty);
  const name = localeName(locale, language);
  const move = async (kind: EntryMove) => {
    ask(undefined);
    if (await editor.move(kind)) notifyDone(speech, t(`entry.done.${kind}`, { title: name }));
  };
  const begin = (kind: EntryMove) => (kind === 'publish' ? void move(kind) : ask(kind));
  return (
    <section aria-label={name}>
      <div className={classes['paneHead']}>
        <Group gap="sm">
          <Title order={2} size="h4">
            {name}
          </Title>
          {detail ? <StatusBadge status={detail.entry.status} /> : <Text size="sm" c="dimmed">{t('entry.untranslated')}</Text>}
          {choice}
        </Group>
        <Group gap="xs">
          <SaveState editor={editor} />
          {source && <FillFromSource fill={() => editor.change({ ...editor.value, ...missingFrom(collection, source.data, editor.value) })} missing={missingFrom(collection, source.data, editor.value)} />}
          <SaveButtons editor={editor} begin={begin} size="compact-sm" />
          <EntryMenu editor={editor} begin={begin} showJson={() => showJson(true)} />
        </Group>
      </div>
      <EntryForm editor={editor} hidden={[on, 'locale']} />
      <ConfirmMove move={sure} title={name} published={detail?.entry.status === 'published'} close={() => ask(undefined)} go={(kind) => void move(kind)} />
      {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
    </section>
  );
}

/** What the source has and a translation lacks. */
function missingFrom(collection: Collection, source: Data, value: Data): Data {
  return picked(source, translatableOf(collection).filter((field) => isEmpty(value[field]) && !isEmpty(source[field])));
}

/** Begins with the words of the source, to be written over. */
function FillFromSource({ fill, missing }: { fill: () => void; missing: Data }) {
  const { t, plural } = useSpeech();
  const count = Object.keys(missing).length;
  if (count === 0) return null;
  return (
    <Button size="compact-sm" variant="subtle" title={plural('entry.fillHint', count)} onClick={fill}>
      {t('entry.fill')}
    </Button>
  );
}

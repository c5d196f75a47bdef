import { Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import { EntryStatus } from '../../ui/EntryStatus';
import type { Data } from '../../values/data';
import { localeName } from '../../values/names';
import { missingFrom } from './completeness';
import classes from './Entry.module.css';
import { EntryMenu } from './EntryMenu';
import { JsonView } from './JsonView';
import { PageLink } from './PageLink';
import { PreviewToggle } from './preview/PreviewToggle';
import { SaveButtons } from './SaveButtons';
import { SaveState } from './SaveState';
import { inLocale } from './article/words';
import { ComingLine } from './times/ComingLine';
import { useTimes } from './times/useTimes';
import { isEditable, type EntryEditor } from './editor';
import { MoveQuestion } from './MoveQuestion';
import type { Moves } from './useMoves';

interface TranslationHeadProps {
  editor: EntryEditor;
  moves: Moves;
  begin: (move: EntryMove) => void;
  /** What the article is called. */
  title: string;
  locale: string;
  /** What it may be filled from. */
  source?: Data;
  /** Whether its page can be shown beside the forms. */
  previews?: boolean;
  /** Chooses another language for this side. */
  choice?: ReactNode;
}

/** Which language it is, and what can be done with the entry in it. */
export function TranslationHead({ editor, moves, begin, title, locale, source, previews = false, choice }: TranslationHeadProps) {
  const { t, language } = useSpeech();
  const [json, showJson] = useState(false);
  const { collection, detail } = editor;
  const name = localeName(locale, language);
  const times = useTimes(editor, inLocale(title, name), begin);
  return (
    <div className={classes['paneHead']} role="group" aria-label={name}>
      <Group gap="sm">
        <Title order={2} size="h4">
          {name}
        </Title>
        {detail ? (
          <EntryStatus collection={collection} entry={detail.entry} pending={detail.hasDraft} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('entry.untranslated')}
          </Text>
        )}
        {detail && <ComingLine detail={detail} open={times.open} />}
        {choice}
      </Group>
      <Group gap="xs">
        <SaveState editor={editor} />
        {source && isEditable(editor) && <FillFromSource editor={editor} missing={missingFrom(collection, source, editor.value)} />}
        {previews && <PreviewToggle editor={editor} size="compact-sm" />}
        <PageLink editor={editor} size="compact-sm" />
        <SaveButtons editor={editor} begin={times.begin} size="compact-sm" />
        <EntryMenu editor={editor} begin={times.begin} showJson={() => showJson(true)} size={26} />
      </Group>
      <MoveQuestion moves={moves} editor={editor} title={inLocale(title, name)} />
      {times.sheet}
      {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
    </div>
  );
}

/** Begins with the words of the source, to be written over. */
function FillFromSource({ editor, missing }: { editor: EntryEditor; missing: Data }) {
  const { t, plural } = useSpeech();
  const count = Object.keys(missing).length;
  if (count === 0) return null;
  return (
    <Button size="compact-sm" variant="subtle" title={plural('entry.fillHint', count)} onClick={() => editor.change({ ...editor.value, ...missing })}>
      {t('entry.fill')}
    </Button>
  );
}

import { Anchor, Group, Text } from '@mantine/core';

import { useSpeech, type Speech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import classes from './Entry.module.css';
import type { Phase } from './phase';
import { mayWrite, type EntryEditor } from './editor';
import { listed } from '../../values/names';
import { fieldTitle } from '../../values/schema';

const icons: Partial<Record<Phase, IconName>> = { saved: 'check', autosaved: 'check', pending: 'check', device: 'alert', clash: 'alert', offline: 'offline', refused: 'alert' };

/** Whether everything that was typed is saved. */
export function SaveState({ editor }: { editor: EntryEditor }) {
  const speech = useSpeech();
  const { t } = speech;
  const { detail, draft, edits, phase } = editor;
  const icon = icons[phase];
  const isNew = phase === 'unsaved' && !detail;
  const words = isNew ? t(edits && draft.kept ? 'entry.phase.newKept' : 'entry.phase.new') : wordsOf(editor, phase, speech);
  const leads = wayOut(editor, phase);
  const editable = !editor.collection.readOnly && mayWrite(editor.collection, detail);
  return (
    <Group gap={6} wrap="nowrap" role="status" className={classes['phase']} data-phase={phase}>
      {icon && editable && <Icon name={icon} size={14} />}
      <Text size="sm" inherit>
        {editable && !leads && words}
        {editable && leads && (
          <Anchor component="button" type="button" size="sm" c="inherit" inherit underline="always" onClick={leads}>
            {words}
          </Anchor>
        )}
        {edits && !draft.kept && ` ${t('entry.notKept')}`}
      </Text>
    </Group>
  );
}

const partsOf = (editor: EntryEditor) => editor.parts ?? [editor];

function wordsOf(editor: EntryEditor, phase: Phase, speech: Speech): string {
  const { t, language } = speech;
  const { draft, edits } = editor;
  const fields = partsOf(editor).flatMap(({ collection, misfits }) => misfits.map((field) => fieldTitle(speech, collection, field)));
  if (phase === 'device' && fields.length > 0) return t('entry.phase.misfit', { fields: listed(fields, language) });
  if (phase === 'device') return t(draft.kept ? 'entry.phase.here' : 'entry.phase.refused');
  return t(phase === 'offline' && draft.kept && edits ? 'entry.phase.here' : `entry.phase.${phase}`);
}

/** What keeps it from being saved is one press away: the field that says so, or both sides of what somebody else changed. */
function wayOut(editor: EntryEditor, phase: Phase): (() => void) | undefined {
  if (phase === 'device') return () => void editor.save();
  if (phase === 'clash') return () => partsOf(editor).find((each) => each.phase === phase)?.resolve(true);
  return undefined;
}

import { Group, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import classes from './Entry.module.css';
import type { Phase } from './phase';
import { mayWrite, type EntryEditor } from './editor';

const icons: Partial<Record<Phase, IconName>> = { saved: 'check', autosaved: 'check', pending: 'check', device: 'offline', offline: 'offline', refused: 'alert' };

/** Whether everything that was typed is saved. */
export function SaveState({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const { detail, draft, edits } = editor;
  // Changes of an earlier visit are not saved either.
  const phase = draft.at === undefined ? editor.phase : 'unsaved';
  const icon = icons[phase];
  const isNew = phase === 'unsaved' && !detail && draft.at === undefined;
  const words = isNew ? t(edits && draft.kept ? 'entry.phase.newKept' : 'entry.phase.new') : t(phase === 'offline' && draft.kept && edits ? 'entry.phase.device' : `entry.phase.${phase}`);
  const editable = !editor.collection.readOnly && mayWrite(editor.collection, detail);
  return (
    <Group gap={6} wrap="nowrap" role="status" className={classes['phase']} data-phase={phase}>
      {icon && editable && <Icon name={icon} size={14} />}
      <Text size="sm" inherit>
        {editable && words}
        {edits && !draft.kept && ` ${t('entry.notKept')}`}
      </Text>
    </Group>
  );
}

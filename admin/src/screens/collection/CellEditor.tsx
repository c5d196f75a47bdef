import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { listsOf } from '../../api/entries';
import type { Collection } from '../../api/types.gen';
import { Fields } from '../../forms/Fields';
import { focusFirstControl } from '../../forms/focus';
import { Summary } from '../../forms/templates/Summary';
import { useFormState } from '../../forms/useFormState';
import { useSpeech } from '../../i18n/text';
import { notifyDone } from '../../ui/notify';
import { titleOf } from '../../values/title';
import { Conflict } from '../entry/Conflict';
import { useFormOf } from '../entry/EntryForm';
import { EntryLoader, type LoadedEntry } from '../entry/EntryLoader';
import { Notices } from '../entry/Notices';
import { isEditable, sidesOf } from '../entry/editor';
import { useEntryEditor } from '../entry/useEntryEditor';

const idPrefix = 'cell';

interface CellEditorProps {
  collection: Collection;
  id: string;
  field: string;
  close: () => void;
}

/** One property of an entry, changed from its list as its page would. */
export function CellEditor({ collection, id, field, close }: CellEditorProps) {
  return (
    <EntryLoader collection={collection} id={id}>
      {(loaded) => <Loaded {...loaded} field={field} close={close} />}
    </EntryLoader>
  );
}

function Loaded({ collection, detail, gone, start, draftId, field, close }: LoadedEntry & Pick<CellEditorProps, 'field' | 'close'>) {
  const speech = useSpeech();
  const { t, language } = speech;
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const editor = useEntryEditor({ collection, detail, gone, start, draftId: `${draftId} ${field}`, idPrefix, byHand: true });
  const form = useFormState(useFormOf(editor));
  const sides = sidesOf(editor);
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusFirstControl(idPrefix));
    return () => cancelAnimationFrame(frame);
  }, []);
  const leave = () => {
    if (!editor.draft.restored) editor.discard(); // what an earlier visit left stays
    close();
  };
  const save = async () => {
    setSaving(true);
    const saved = await editor.save().finally(() => setSaving(false));
    if (!saved) return;
    const title = titleOf(collection, saved.data, language) || t('value.untitled');
    notifyDone(speech, t(editor.beside ? 'list.cellDrafted' : 'list.cellSaved', { title }));
    close();
    await queries.invalidateQueries({ queryKey: listsOf(collection.name) });
  };
  if (sides) return <Conflict editor={editor} {...sides} />;
  return (
    <form
      onKeyDown={(event) => {
        const isInList = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'; // which closes first
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing && !isInList) leave();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="sm">
        <Notices editor={editor} />
        <Summary form={form} />
        <Fields form={form} only={field} />
        {editor.beside && isEditable(editor) && (
          <Text size="xs" c="dimmed">
            {t('list.cellBeside')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="compact-sm" variant="default" onClick={leave}>
            {t('action.cancel')}
          </Button>
          <Button size="compact-sm" type="submit" loading={saving} disabled={!editor.dirty}>
            {t(editor.beside ? 'entry.saveDraft' : 'action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Text } from '@mantine/core';

import { Form } from '../../forms/Form';
import type { FormProps } from '../../forms/useFormState';
import { useSpeech } from '../../i18n/text';
import { useBehind } from './behind';
import { propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import { Notices } from './Notices';
import { isEditable, sidesOf, type EntryEditor } from './editor';

/** An entry's form under what there is to say about it; or both sides of it, where somebody else changed it too. */
export function EntryForm({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const { collection } = editor;
  const sides = sidesOf(editor);
  const form = useFormOf(editor);
  if (sides) return <Conflict editor={editor} {...sides} />;
  return (
    <>
      <Notices editor={editor} />
      {propertiesOf(collection).length === 0 && (
        <Text c="dimmed" size="sm">
          {t('entry.noFields')}
        </Text>
      )}
      <Form {...form} />
    </>
  );
}

/** What the form of an entry is made of, wherever its fields stand. */
export function useFormOf(editor: EntryEditor): FormProps {
  const { collection, detail } = editor;
  const behind = useBehind(detail, editor.value);
  return {
    schema: collection.schema,
    uiSchema: collection.uiSchema,
    collection: collection.name,
    value: editor.value,
    change: editor.change,
    diagnostics: editor.diagnostics,
    ...(behind.length > 0 ? { notes: behind.map(({ pointer, message }) => ({ at: pointer, message })) } : {}),
    tried: editor.tried,
    hidden: editor.hidden,
    readOnly: !isEditable(editor) || editor.resolving,
    partial: collection.lifecycle === 'publishing' && (editor.beside || (detail?.entry.status ?? 'draft') === 'draft'),
    unread: editor.unread,
    idPrefix: editor.idPrefix,
  };
}

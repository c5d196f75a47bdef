import { Text } from '@mantine/core';

import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import { Notices } from './Notices';
import { isEditable, type EntryEditor } from './useEntryEditor';

/** An entry's form under what there is to say about it; or both sides of it, where somebody else changed it too. */
export function EntryForm({ editor, hidden }: { editor: EntryEditor; hidden?: readonly string[] }) {
  const { t } = useSpeech();
  const { collection, detail } = editor;
  if (editor.resolving && editor.newer && editor.edits?.base && detail?.permissions.edit) return <Conflict editor={editor} theirs={editor.newer} base={editor.edits.base} mine={editor.value} />;
  return (
    <>
      <Notices editor={editor} />
      {propertiesOf(collection).length === 0 && (
        <Text c="dimmed" size="sm">
          {t('entry.noFields')}
        </Text>
      )}
      <Form
        schema={collection.schema}
        uiSchema={collection.uiSchema}
        value={editor.value}
        change={editor.change}
        diagnostics={editor.diagnostics}
        readOnly={!isEditable(editor)}
        partial={collection.lifecycle === 'publishing' && (detail?.entry.status ?? 'draft') === 'draft'}
        unread={editor.unread}
        idPrefix={editor.idPrefix}
        {...(hidden ? { hidden } : {})}
      />
    </>
  );
}

import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';

import { part } from '../../app/part';
import { Form } from '../../forms/Form';
import type { FormProps } from '../../forms/useFormState';
import { useSpeech } from '../../i18n/text';
import { useBehind } from './behind';
import { isEmpty, propertiesOf } from './completeness';
import { fieldTitle } from '../../values/schema';
import { Conflict } from './Conflict';
import { Notices } from './Notices';
import { isEditable, sidesOf, type EntryEditor } from './editor';

/** Most entries are written here: how the others are read comes when somebody looks at one. */
const Reading = lazy(part(() => import('./Reading').then((module) => ({ default: module.Reading }))));

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
      {collection.readOnly ? (
        <Suspense>
          <Reading collection={collection} value={editor.value} />
        </Suspense>
      ) : (
        <Form {...form} />
      )}
    </>
  );
}

/** What the form of an entry is made of, wherever its fields stand. */
export function useFormOf(editor: EntryEditor): FormProps {
  const speech = useSpeech();
  const { t } = speech;
  const { collection, detail } = editor;
  const left = editor.filled.filter((field) => isEmpty(editor.value[field])).map((field) => ({ at: `/${field}`, message: t('article.dateLeft', { field: fieldTitle(speech, collection, field) }), isHelp: true }));
  const behind = useBehind(detail, editor.value).map(({ pointer, message }) => ({ at: pointer, message }));
  return {
    schema: collection.schema,
    uiSchema: collection.uiSchema,
    collection: collection.name,
    value: editor.value,
    change: editor.change,
    diagnostics: editor.diagnostics,
    ...(behind.length + left.length > 0 ? { notes: [...behind, ...left] } : {}),
    filled: editor.filled,
    tried: editor.tried,
    hidden: editor.hidden,
    readOnly: !isEditable(editor) || editor.resolving,
    partial: collection.lifecycle === 'publishing' && (editor.beside || (detail?.entry.status ?? 'draft') === 'draft'),
    unread: editor.unread,
    idPrefix: editor.idPrefix,
  };
}

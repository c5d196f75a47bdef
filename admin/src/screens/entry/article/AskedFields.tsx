import { Text } from '@mantine/core';
import { useId } from 'react';

import { Fields } from '../../../forms/Fields';
import { useFormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { fieldTitle } from '../../../values/schema';
import { formOf } from '../EntryForm';
import type { EntryEditor } from '../useEntryEditor';
import classes from './Article.module.css';

/** The fields that have to be filled before an entry is published, where that is asked: nobody has to leave for them (decision 287). */
export function AskedFields({ editor, fields, left }: { editor: EntryEditor; fields: readonly string[]; left: string | undefined }) {
  const speech = useSpeech();
  const { t } = speech;
  const id = useId();
  const form = useFormState({ ...formOf(editor), idPrefix: 'asked', unread: undefined });
  return (
    <div role="group" aria-labelledby={id} tabIndex={-1} {...(fields.some((field) => field !== left) ? { 'data-autofocus': true } : {})} className={classes['asked']}>
      <Text size="sm" id={id} mb={8}>
        {t('article.asked')}
      </Text>
      <Fields form={form} only={fields} />
      {left !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('article.dateLeft', { field: fieldTitle(speech, editor.collection, left) })}
        </Text>
      )}
    </div>
  );
}

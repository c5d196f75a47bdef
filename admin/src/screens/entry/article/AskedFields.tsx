import { Text } from '@mantine/core';
import { useId, useMemo } from 'react';

import { Fields } from '../../../forms/Fields';
import { useFormState, type FormProps } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { fieldTitle } from '../../../values/schema';
import { useFormOf } from '../EntryForm';
import type { EntryEditor } from '../editor';
import classes from './Article.module.css';

/** The fields that have to be filled before an entry is published, where that is asked: nobody has to leave for them (decision 287). */
export function AskedFields({ editor, fields, left }: { editor: EntryEditor; fields: readonly string[]; left: string | undefined }) {
  const speech = useSpeech();
  const { t } = speech;
  const id = useId();
  const whole = useFormOf(editor);
  const schema = useMemo(() => without(whole.schema, left), [whole.schema, left]);
  const form = useFormState({ ...whole, schema, idPrefix: 'asked', unread: undefined });
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

/** A schema that does not require a field: it is not marked so where it says that it can be left empty. */
function without(schema: FormProps['schema'], field: string | undefined): FormProps['schema'] {
  const required = schema['required'];
  return field !== undefined && Array.isArray(required) ? { ...schema, required: required.filter((each) => each !== field) } : schema;
}

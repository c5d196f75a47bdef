import { Text } from '@mantine/core';
import { useId } from 'react';

import { Fields } from '../../../forms/Fields';
import { useFormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { useFormOf } from '../EntryForm';
import type { EntryEditor } from '../editor';
import classes from './Article.module.css';

/** The fields that have to be filled before an entry is published, where that is asked: nobody has to leave for them (decision 287). */
export function AskedFields({ editor, fields, left }: { editor: EntryEditor; fields: readonly string[]; left: string | undefined }) {
  const { t } = useSpeech();
  const id = useId();
  const whole = useFormOf(editor);
  const mustBeFilled = fields.some((field) => field !== left);
  const form = useFormState({ ...whole, idPrefix: 'asked', unread: undefined });
  return (
    <div role="group" aria-labelledby={id} tabIndex={-1} {...(mustBeFilled ? { 'data-autofocus': true } : {})} className={classes['asked']}>
      <Text size="sm" id={id} mb={8}>
        {t(mustBeFilled ? 'article.asked' : 'article.askedLeft')}
      </Text>
      <Fields form={form} only={fields} />
    </div>
  );
}

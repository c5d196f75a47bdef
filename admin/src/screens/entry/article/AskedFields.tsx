import { Text } from '@mantine/core';
import { useId } from 'react';

import { Fields } from '../../../forms/Fields';
import { useFormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { formOf } from '../EntryForm';
import type { EntryEditor } from '../useEntryEditor';
import classes from './Article.module.css';

/** The fields that have to be filled before an entry is published, where that is asked: nobody has to leave for them (decision 287). */
export function AskedFields({ editor, fields }: { editor: EntryEditor; fields: readonly string[] }) {
  const { t } = useSpeech();
  const id = useId();
  const form = useFormState({ ...formOf(editor), idPrefix: 'asked', unread: undefined });
  return (
    <div role="group" aria-labelledby={id} tabIndex={-1} data-autofocus className={classes['asked']}>
      <Text size="sm" id={id} mb={8}>
        {t('article.asked')}
      </Text>
      <Fields form={form} only={fields} />
    </div>
  );
}

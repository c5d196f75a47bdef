import { Text, UnstyledButton } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { useIsMissing, type QuotedTexts } from './quotes';
import classes from './together.module.css';

interface QuotedProps {
  texts: QuotedTexts;
  field: string;
  /** Of the comment. */
  id: string;
  words: string;
}

/** The words that a thread is about. They lead to their place, as long as the text has them. */
export function Quoted({ texts, field, id, words }: QuotedProps) {
  const { t } = useSpeech();
  const missing = useIsMissing(texts, field, id);
  if (missing) {
    return (
      <>
        <blockquote className={classes['quote']}>{words}</blockquote>
        <Text size="xs" c="dimmed">
          {t('together.wordsGone')}
        </Text>
      </>
    );
  }
  return (
    <blockquote className={classes['quote']}>
      <UnstyledButton title={t('together.toWords')} onClick={() => texts.go(field, id)}>
        {words}
      </UnstyledButton>
    </blockquote>
  );
}

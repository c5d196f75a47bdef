import { Button, Group } from '@mantine/core';

import { useSpeech } from '../../../i18n/text';
import { localeName } from '../../../values/names';
import { isEmpty, missingFrom, translatableOf } from '../completeness';
import { isEditable, type EntryEditor } from '../editor';
import type { TranslationSet } from '../useTranslations';
import { workingOf } from '../working';

interface StartFromProps {
  words: EntryEditor;
  set: TranslationSet;
  locale: string;
}

/** What a language without a word can be begun from: the words of another one. They are shown beside it from the bar of the languages. */
export function StartFrom({ words, set, locale }: StartFromProps) {
  const { t, language } = useSpeech();
  const others = set.locales.filter((each) => each.detail && each.locale !== locale);
  const from = others.find(({ detail }) => detail?.entry.id === set.source?.id) ?? others[0];
  const isBlank = translatableOf(set.collection).every((field) => isEmpty(words.value[field]));
  if (!from?.detail || !isBlank || !isEditable(words)) return null;
  const missing = missingFrom(set.collection, workingOf(from.detail).data, words.value);
  if (Object.keys(missing).length === 0) return null;
  return (
    <Group gap="xs" mb="md">
      <Button size="compact-sm" variant="default" onClick={() => words.change({ ...words.value, ...missing })}>
        {t('article.startFrom', { language: localeName(from.locale, language) })}
      </Button>
    </Group>
  );
}

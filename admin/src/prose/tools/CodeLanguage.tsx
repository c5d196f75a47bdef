import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';

/** Which language a block of code is in, as its fence says it. */
export function CodeLanguage({ editor, at }: { editor: Editor; at: number }) {
  const { t } = useSpeech();
  const [language, setLanguage] = useState(String(editor.state.doc.nodeAt(at)?.attrs['language'] ?? ''));
  const set = (words: string) => {
    setLanguage(words);
    if (editor.state.doc.nodeAt(at)?.type.name === 'codeBlock') editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'language', words.trim().replaceAll(/\s+/g, '-') || null));
  };
  return (
    <TextInput
      size="xs"
      w={120}
      aria-label={t('prose.language')}
      placeholder={t('prose.language')}
      autoCapitalize="none"
      spellCheck={false}
      value={language}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        editor.commands.focus();
      }}
    />
  );
}

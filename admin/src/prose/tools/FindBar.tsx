import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { foundIn, replaceHits, search, step } from '../find';
import classes from '../Prose.module.css';

/** Searches the text, and puts other words in the place of what is found. */
export function FindBar({ editor, close }: { editor: Editor; close: () => void }) {
  const { t } = useSpeech();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const { query, count, at } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const found = foundIn(now.view);
      return { query: found.query, count: found.hits.length, at: found.at };
    },
  });
  useEffect(() => {
    const { from, to } = editor.state.selection;
    search(editor.view, editor.state.doc.textBetween(from, Math.min(to, from + 100)));
    field.current?.select();
    return () => {
      if (!editor.isDestroyed) search(editor.view, '');
    };
  }, [editor]);
  const leave = () => {
    close();
    editor.commands.focus();
  };
  return (
    <Group
      gap={4}
      role="search"
      aria-label={t('prose.find')}
      className={classes['find'] ?? ''}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') leave();
        if (event.key !== 'Enter' || event.target !== field.current) return;
        event.preventDefault();
        event.stopPropagation();
        step(editor.view, event.shiftKey ? -1 : 1);
      }}
    >
      <TextInput ref={field} size="xs" autoFocus aria-label={t('prose.findWhat')} placeholder={t('prose.findWhat')} value={query} onChange={(event) => search(editor.view, event.currentTarget.value)} />
      <span role="status" className={classes['hits']}>{query === '' ? '' : t('prose.hits', { at: count === 0 ? 0 : at + 1, count })}</span>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.previous')} onClick={() => step(editor.view, -1)}>
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.next')} onClick={() => step(editor.view, 1)}>
        <Icon name="down" />
      </ActionIcon>
      <TextInput size="xs" aria-label={t('prose.replaceWith')} placeholder={t('prose.replaceWith')} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => replaceHits(editor.view, words, false)}>
        {t('prose.replace')}
      </Button>
      <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => replaceHits(editor.view, words, true)}>
        {t('prose.replaceAll')}
      </Button>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.findClose')} onClick={leave}>
        <Icon name="close" />
      </ActionIcon>
    </Group>
  );
}

import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import type { Searched } from '../find';
import classes from '../Prose.module.css';

/** Searches the text, and puts other words in the place of what is found. */
export function FindBar({ text, close }: { text: Searched; close: () => void }) {
  const { t } = useSpeech();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const { query, hits, at } = useSyncExternalStore(text.on, text.found);
  const count = hits.length;
  // What is typed stands in the field at once: an input method loses its word when it comes back from the editor later.
  const [wanted, want] = useState(text.selected);
  const begin = useEffectEvent(() => text.search(wanted));
  useEffect(() => {
    begin();
    field.current?.select();
    return () => text.search('');
  }, [text]);
  const seek = (next: string, composing: boolean) => {
    want(next);
    if (!composing) text.search(next); // the sounds of a word are no word yet
  };
  // A button that has nothing left to replace cannot keep the focus.
  const replace = (all: boolean) => {
    text.replace(words, all);
    if (all || count <= 1) field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const findsAgain = event.key === 'f' && (event.ctrlKey || event.metaKey);
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (!findsAgain && !isEnter && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (findsAgain) field.current?.select();
    else if (!isEnter) close();
    else if (event.target === field.current) text.step(event.shiftKey ? -1 : 1);
    else text.replace(words, false);
  };
  return (
    <Group
      gap={4}
      role="search"
      aria-label={t('prose.find')}
      className={classes['find'] ?? ''}
      onKeyDown={press}
    >
      <TextInput ref={field} size="xs" className={classes['words'] ?? ''} autoFocus aria-label={t('prose.findWhat')} placeholder={t('prose.findWhat')} value={wanted} onChange={(event) => seek(event.currentTarget.value, isComposing(event.nativeEvent))} onCompositionEnd={(event) => seek(event.currentTarget.value, false)} />
      <span role="status" className={classes['hits']}>{query === '' ? '' : t('prose.hits', { at: count === 0 ? 0 : at + 1, count })}</span>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.previous')} onClick={() => text.step(-1)}>
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.next')} onClick={() => text.step(1)}>
        <Icon name="down" />
      </ActionIcon>
      <TextInput size="xs" className={classes['words'] ?? ''} aria-label={t('prose.replaceWith')} placeholder={t('prose.replaceWith')} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => replace(false)}>
        {t('prose.replace')}
      </Button>
      <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => replace(true)}>
        {t('prose.replaceAll')}
      </Button>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('prose.findClose')} onClick={close}>
        <Icon name="close" />
      </ActionIcon>
    </Group>
  );
}

const isComposing = (event: Event) => event instanceof InputEvent && event.isComposing;

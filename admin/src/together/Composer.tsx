import { Button, Group, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { colleaguesQuery } from '../api/comments';
import type { Person } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { toTokens, typedMention, withPick, type Pick } from './mentions';
import classes from './together.module.css';

interface ComposerProps {
  label: string;
  action: string;
  start?: { text: string; picks: Pick[] };
  autoFocus?: boolean;
  send: (text: string) => Promise<unknown>;
  /** It is sent, and nothing was typed since. */
  done: () => void;
  cancel?: (() => void) | undefined;
}

const mostText = 2000;

/**
 * Where a comment is written. An @ offers colleagues; Ctrl or ⌘ with Enter sends. What is typed while a new comment is on its
 * way is the next one.
 */
export function Composer({ label, action, start, autoFocus = false, send, done, cancel }: ComposerProps) {
  const { t } = useSpeech();
  const [text, setText] = useState(start?.text ?? '');
  const [picks, setPicks] = useState<Pick[]>(start?.picks ?? []);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef(text);
  useLayoutEffect(() => {
    typed.current = text;
  });
  const picker = usePicker(text, (person, caret, from) => {
    const next = withPick(text, caret, from, person, picks);
    setText(next.text);
    setPicks(next.picks);
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret)); // when the text is there
  });
  const submit = () => {
    if (text.trim() === '' || sending) return;
    const left = start ? text : '';
    setSending(true);
    setText(left);
    void send(toTokens(text, picks))
      .then(
        () => {
          if (typed.current !== left) return;
          setPicks([]);
          done();
        },
        () => setText((since) => (start ? since : [text, since].filter(Boolean).join('\n'))), // the panel says why
      )
      .finally(() => setSending(false));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || picker.press(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation(); // on the page it publishes
      submit();
    }
    if (event.key === 'Escape' && cancel) {
      event.stopPropagation();
      cancel();
    }
  };
  return (
    <div className={classes['composer']}>
      <Textarea
        ref={field}
        label={label}
        size="sm"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={mostText}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          picker.look(event.currentTarget.value, event.currentTarget.selectionStart);
        }}
        onKeyDown={press}
        onBlur={picker.close}
        {...picker.marks}
      />
      {picker.list}
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" loading={sending} disabled={text.trim() === ''} onClick={submit}>
          {action}
        </Button>
        {cancel && (
          <Button size="compact-sm" variant="default" onClick={cancel}>
            {t('action.cancel')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The colleagues that are offered for what is typed behind an @. */
function usePicker(text: string, pick: (person: Person, caret: number, from: number) => void) {
  const { t } = useSpeech();
  const id = useId();
  const [typed, setTyped] = useState<{ from: number; search: string }>();
  const [at, setAt] = useState(0);
  const { data } = useQuery({ ...colleaguesQuery(typed?.search ?? ''), enabled: typed !== undefined });
  const offered = typed && data ? data.items.slice(0, 8) : [];
  const close = () => setTyped(undefined);
  const choose = (person: Person | undefined) => {
    if (!person || !typed) return;
    pick(person, Math.min(typed.from + 1 + typed.search.length, text.length), typed.from);
    close();
  };
  const press = (event: KeyboardEvent): boolean => {
    if (offered.length === 0) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? offered.length - 1 : 0;
    if (step === 0 && !['Enter', 'Tab', 'Escape'].includes(event.key)) return false;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return false;
    event.preventDefault();
    event.stopPropagation();
    if (step > 0) setAt((now) => (now + step) % offered.length);
    else if (event.key === 'Escape') close();
    else choose(offered[at]);
    return true;
  };
  const optionId = (person: Person) => `${id}-${person.id}`;
  const current = offered[at];
  return {
    close,
    press,
    look: (value: string, caret: number) => {
      setTyped(typedMention(value, caret));
      setAt(0);
    },
    marks: { 'aria-autocomplete': 'list', ...(current ? { 'aria-controls': id, 'aria-activedescendant': optionId(current) } : {}) } as const,
    list: offered.length > 0 && (
      <ul id={id} role="listbox" aria-label={t('together.colleagues')} className={classes['offered']}>
        {offered.map((person, i) => (
          <li key={person.id} id={optionId(person)} role="option" aria-selected={i === at} onMouseDown={(event) => event.preventDefault()} onClick={() => choose(person)}>
            {person.name}
          </li>
        ))}
      </ul>
    ),
  };
}

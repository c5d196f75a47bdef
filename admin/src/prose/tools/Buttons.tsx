import { ActionIcon } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, type KeyboardEvent, type RefObject } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { isAnswered, type Asks, type Command } from './commands';

/** Buttons of a toolbar. */
export function Buttons({ editor, commands, asks }: { editor: Editor; commands: readonly Command[]; asks: Asks }) {
  const { t } = useSpeech();
  const on = useEditorState({ editor, selector: ({ editor: now }) => commands.map((each) => (each.isOn?.(now) === true ? '1' : '0')).join('') });
  return commands
    .filter(isAnswered(asks))
    .map((each) => (
      <ActionIcon
        key={each.name}
        variant="subtle"
        color="gray"
        aria-label={t(each.name)}
        aria-pressed={each.isOn ? on[commands.indexOf(each)] === '1' : undefined}
        title={each.keys ? `${t(each.name)} (${spelt(each.keys)})` : t(each.name)}
        // The selection stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => each.run(editor, asks)}
      >
        <Icon name={each.icon} />
      </ActionIcon>
    ));
}

/** One button of a toolbar is reached with Tab: the first, or the one that had the focus last. */
export function useOneStop(toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const all = [...(toolbar.current?.querySelectorAll('button') ?? [])];
    if (all.length < 2) return;
    const stop = all.find((each) => each.tabIndex === 0 && all.some((other) => other.tabIndex < 0)) ?? all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  });
}

/** The arrows lead from button to button. */
export function alongButtons(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || (event.target as HTMLElement).tagName === 'INPUT') return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  event.preventDefault();
  const next = all[(at + by + all.length) % all.length];
  for (const each of all) each.tabIndex = each === next ? 0 : -1;
  next?.focus();
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function spelt(key: string): string {
  const parts = key.split('-').map((part) => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac() ? '' : '+');
}

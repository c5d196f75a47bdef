import { ActionIcon } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import type { KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import type { Asks, Command } from './commands';

/** Buttons of a toolbar. One of them is reached with Tab, the others with the arrows. */
export function Buttons({ editor, commands, asks }: { editor: Editor; commands: readonly Command[]; asks: Asks }) {
  const { t } = useSpeech();
  const on = useEditorState({ editor, selector: ({ editor: now }) => commands.map((each) => (each.isOn?.(now) === true ? '1' : '0')).join('') });
  return commands
    .filter((each) => each.name !== 'prose.picture' || asks.picture)
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

/** The arrows lead from button to button. */
export function alongButtons(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || (event.target as HTMLElement).tagName === 'INPUT') return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  event.preventDefault();
  all[(at + by + all.length) % all.length]?.focus();
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function spelt(key: string): string {
  const parts = key.split('-').map((part) => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac() ? '' : '+');
}

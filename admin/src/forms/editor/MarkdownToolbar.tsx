import { ActionIcon, Group } from '@mantine/core';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';

import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import { continued } from './continued';
import { bold, bulletList, code, heading, italic, link, numberedList, quote } from './marks';

type Change = (state: EditorState) => TransactionSpec;

const tools: { name: PlainKey; icon: IconName; key: string; change: Change }[] = [
  { name: 'forms.markdown.heading', icon: 'heading', key: 'Mod-Alt-2', change: heading },
  { name: 'forms.markdown.bold', icon: 'bold', key: 'Mod-b', change: bold },
  { name: 'forms.markdown.italic', icon: 'italic', key: 'Mod-i', change: italic },
  { name: 'forms.markdown.link', icon: 'link', key: 'Mod-k', change: link },
  { name: 'forms.markdown.bullets', icon: 'bullets', key: 'Mod-Shift-8', change: bulletList },
  { name: 'forms.markdown.numbers', icon: 'numbers', key: 'Mod-Shift-7', change: numberedList },
  { name: 'forms.markdown.quote', icon: 'quote', key: 'Mod-Shift-9', change: quote },
  { name: 'forms.markdown.code', icon: 'developer', key: 'Mod-e', change: code },
];

function apply(view: EditorView, change: Change): boolean {
  view.dispatch(view.state.update(change(view.state), { scrollIntoView: true, userEvent: 'input' }));
  view.focus();
  return true;
}

function continueBlock(view: EditorView): boolean {
  const change = continued(view.state);
  return change !== undefined && apply(view, () => change);
}

/** The keys that do what the buttons do, and the one that goes on with a list. */
export const markdownKeys: readonly KeyBinding[] = [
  ...tools.map(({ key, change }): KeyBinding => ({ key, run: (view) => apply(view, change) })),
  { key: 'Enter', run: continueBlock },
];

/** The buttons above a text in Markdown. */
export function MarkdownToolbar({ view, controls, insert }: { view: () => EditorView | null; controls: string; insert?: (() => void) | undefined }) {
  const { t } = useSpeech();
  const use = (change: Change) => {
    const editor = view();
    if (editor) apply(editor, change);
  };
  return (
    <Group gap={2} role="group" aria-label={t('forms.markdown.tools')} aria-controls={controls}>
      {tools.map(({ name, icon, key, change }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          color="gray"
          aria-label={t(name)}
          title={`${t(name)} (${spelt(key)})`}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => use(change)}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
      {insert && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('forms.media.insert')} title={t('forms.media.insert')} onClick={insert}>
          <Icon name="media" />
        </ActionIcon>
      )}
    </Group>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

function spelt(key: string): string {
  const parts = key.split('-').map((part) => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac() ? '' : '+');
}

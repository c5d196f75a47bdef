import { Button, TextInput } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import { NodeSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { addColumnAfter, addColumnBefore, addRowAfter, addRowBefore, deleteColumn, deleteRow, deleteTable, isInTable, selectedRect } from '@tiptap/pm/tables';
import { useEffect, useState } from 'react';

import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import classes from '../Prose.module.css';
import { alongButtons, Buttons } from './Buttons';
import { headings, marks, quote, type Asks } from './commands';
import { placeOf } from './SlashMenu';

type Kind = 'marks' | 'picture' | 'table';

/** What can be done with what is selected, close to it. Alt+F10 leads into it, Escape back. */
export function FloatingBar({ editor, asks }: { editor: Editor; asks: Asks }) {
  const { t } = useSpeech();
  const at = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ kind: now.isEditable && !now.isDestroyed ? kindOf(now) : undefined, from: now.state.selection.from }),
    equalityFn: (a, b) => a.kind === b?.kind && a.from === b?.from,
  });
  const here = useIsHere(editor);
  if (at.kind === undefined || (at.kind === 'marks' && !here)) return null;
  const name = ({ marks: 'prose.marks', picture: 'prose.pictureTools', table: 'prose.tableTools' } as const)[at.kind];
  return (
    <div
      role="toolbar"
      aria-label={t(name)}
      data-floating
      className={classes['floating']}
      style={placeOf(editor, at.kind === 'table' ? tableStart(editor) : at.from, true)}
      onKeyDown={(event) => {
        alongButtons(event);
        if (event.key === 'Escape') editor.commands.focus();
      }}
    >
      {at.kind === 'marks' && <Buttons editor={editor} commands={[...marks, headings[0], headings[1], quote]} asks={asks} />}
      {at.kind === 'picture' && <PictureFields key={at.from} editor={editor} at={at.from} />}
      {at.kind === 'table' && <TableButtons editor={editor} />}
    </div>
  );
}

/** Whether somebody is in the text, or at the buttons of this bar, who goes on with what is selected. */
function useIsHere(editor: Editor): boolean {
  const [here, be] = useState(editor.isFocused);
  useEffect(() => {
    const root = editor.view.dom.closest('[data-look]');
    const isOurs = (target: EventTarget | null) => target instanceof Element && (editor.view.dom.contains(target) || target.closest('[data-floating]') !== null);
    const come = ({ target }: Event) => be(isOurs(target));
    const go = (event: Event) => be(isOurs((event as FocusEvent).relatedTarget));
    root?.addEventListener('focusin', come);
    root?.addEventListener('focusout', go);
    return () => {
      root?.removeEventListener('focusin', come);
      root?.removeEventListener('focusout', go);
    };
  }, [editor]);
  return here;
}

function kindOf({ state }: Editor): Kind | undefined {
  const { selection } = state;
  if (selection instanceof NodeSelection) return selection.node.type.name === 'picture' ? 'picture' : undefined;
  if (!selection.empty && !selection.$from.parent.type.spec.code) return 'marks';
  return isInTable(state) ? 'table' : undefined;
}

function tableStart({ state }: Editor): number {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === 'table') return $from.start(depth) + 3;
  return $from.pos;
}

/** What a picture shows, and what stands below it. */
function PictureFields({ editor, at }: { editor: Editor; at: number }) {
  const { t } = useSpeech();
  const node = editor.state.doc.nodeAt(at);
  const [texts, setTexts] = useState({ alt: String(node?.attrs['alt'] ?? ''), title: String(node?.attrs['title'] ?? '') });
  const set = (name: 'alt' | 'title', text: string) => {
    setTexts({ ...texts, [name]: text });
    const { tr, doc } = editor.state;
    if (doc.nodeAt(at)?.type.name !== 'picture') return;
    tr.setNodeAttribute(at, name, text || (name === 'alt' ? '' : null));
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
  };
  return (['alt', 'title'] as const).map((name) => (
    <TextInput key={name} size="xs" aria-label={t(`prose.${name}`)} placeholder={t(`prose.${name}`)} value={texts[name]} onChange={(event) => set(name, event.currentTarget.value)} />
  ));
}

const changes = [
  ['prose.rowAbove', rowAbove], ['prose.rowBelow', addRowAfter], ['prose.columnLeft', addColumnBefore], ['prose.columnRight', addColumnAfter], ['prose.dropRow', deleteRow], ['prose.dropColumn', deleteColumn], ['prose.dropTable', deleteTable],
] as const satisfies readonly (readonly [PlainKey, unknown])[];

/** The first row stays the head: nothing comes above it. */
function rowAbove(state: EditorState, dispatch: (transaction: Transaction) => void): void {
  if (selectedRect(state).top === 0) addRowAfter(state, dispatch);
  else addRowBefore(state, dispatch);
}

function TableButtons({ editor }: { editor: Editor }) {
  const { t } = useSpeech();
  return changes.map(([name, change]) => (
    <Button
      key={name}
      size="compact-xs"
      variant="subtle"
      color="gray"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        change(editor.state, editor.view.dispatch);
        editor.commands.focus();
      }}
    >
      {t(name)}
    </Button>
  ));
}

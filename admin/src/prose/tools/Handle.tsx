import { ActionIcon, Menu } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useState, type DragEvent, type RefObject } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { blockAt, copyBlock, moveBlock, removeBlock } from '../blocks';
import classes from '../Prose.module.css';

/** What the block under the pointer is taken by: it drags it, and a click says what else can be done with it. */
export function Handle({ editor, frame }: { editor: Editor; frame: RefObject<HTMLDivElement | null> }) {
  const { t } = useSpeech();
  const [place, setPlace] = useState<{ at: number; top: number }>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const root = frame.current;
    if (!root || open) return;
    const move = (event: PointerEvent) => {
      const found = editor.isDestroyed ? undefined : under(editor, event.clientY);
      setPlace((before) => (found && before?.at === found.at ? before : found && { at: found.at, top: found.top - root.getBoundingClientRect().top }));
    };
    const type = () => setPlace(undefined);
    root.addEventListener('pointermove', move);
    root.addEventListener('keydown', type);
    return () => {
      root.removeEventListener('pointermove', move);
      root.removeEventListener('keydown', type);
    };
  }, [editor, frame, open]);
  if (!place || !editor.isEditable) return null;
  const drag = (event: DragEvent) => {
    const { view, state } = editor;
    const block = blockAt(state, place.at);
    if (!block) return;
    view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, block.from)));
    dragged(view);
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', state.doc.child(block.index).textContent);
    const shown = view.nodeDOM(block.from);
    if (shown instanceof HTMLElement) event.dataTransfer.setDragImage(shown, 0, 0);
  };
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start">
      <Menu.Target>
        <ActionIcon className={classes['handle'] ?? ''} style={{ top: place.top }} variant="subtle" color="gray" size="sm" tabIndex={-1} draggable aria-label={t('prose.block')} title={t('prose.blockHint')} onDragStart={drag}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => moveBlock(editor, -1, place.at)}>{t('prose.moveUp')}</Menu.Item>
        <Menu.Item onClick={() => moveBlock(editor, 1, place.at)}>{t('prose.moveDown')}</Menu.Item>
        <Menu.Item onClick={() => copyBlock(editor, place.at)}>{t('prose.duplicate')}</Menu.Item>
        <Menu.Item onClick={() => removeBlock(editor, place.at)}>{t('prose.remove')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The editor moves what is selected to where it is dropped. */
function dragged(view: EditorView): void {
  view.dragging = { slice: view.state.selection.content(), move: true };
}

/** The outermost block at a height of the window. */
function under({ view }: Editor, y: number): { at: number; top: number } | undefined {
  const box = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({ left: box.left + box.width / 2, top: y }) ?? view.posAtCoords({ left: box.left + 24, top: y });
  const block = found && blockAt(view.state, found.inside >= 0 ? found.inside : found.pos);
  const shown = block && view.nodeDOM(block.from);
  return block && shown instanceof HTMLElement ? { at: block.from, top: shown.getBoundingClientRect().top } : undefined;
}

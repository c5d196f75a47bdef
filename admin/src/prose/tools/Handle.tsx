import { ActionIcon, Menu } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import type { Slice } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useEffectEvent, useState, type DragEvent, type RefObject } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { addBelow, blockAt, copyBlock, isOfWords, moveBlock, removeBlock, selectBlock } from '../blocks';
import classes from '../Prose.module.css';
import { turned, type Asks, type Command } from './commands';

/** Where the handle stands: beside which block, and how far down the frame. */
interface Place {
  at: number;
  top: number;
}

/** The event by which a key asks for the menu of the block that somebody is in. */
export const askForBlock = 'quartet-block';

const choices = [
  ['prose.addBelow', addBelow],
  ['prose.moveUp', (editor: Editor, at: number) => moveBlock(editor, -1, at)],
  ['prose.moveDown', (editor: Editor, at: number) => moveBlock(editor, 1, at)],
  ['prose.duplicate', copyBlock],
  ['prose.remove', removeBlock],
] as const;

/** What the block under the pointer is taken by: it drags it, and a click says what else can be done with it. */
export function Handle({ editor, frame, asks }: { editor: Editor; frame: RefObject<HTMLDivElement | null>; asks: Asks }) {
  const { t } = useSpeech();
  const [open, setOpen] = useState(false);
  const place = usePlace(editor, frame, open, () => setOpen(true));
  if (!place || !editor.isEditable) return null;
  const change = (next: boolean) => {
    setOpen(next);
    // The menu holds the focus until it is gone.
    if (!next) requestAnimationFrame(() => !editor.isDestroyed && editor.view.focus());
  };
  return (
    <Menu opened={open} onChange={change} position="bottom-start">
      <Menu.Target>
        <ActionIcon
          className={classes['handle'] ?? ''}
          style={{ top: place.top }}
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          draggable
          aria-label={t('prose.block')}
          title={t('prose.blockHint')}
          onDragStart={(event) => drag(event, editor, place.at)}
          onDragEnd={() => dropped(editor)}
        >
          <Icon name="grip" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOfWords(editor, place.at) && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{t('prose.turnInto')}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {turned
                .filter((each) => each.isPossible?.(editor) !== false)
                .map((each) => (
                  <Menu.Item key={each.name} leftSection={<Icon name={each.icon} />} onClick={() => turnInto(editor, each, asks, place.at)}>
                    {t(each.name)}
                  </Menu.Item>
                ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        {choices.map(([name, change]) => (
          <Menu.Item key={name} onClick={() => change(editor, place.at)}>
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A list stays one where it can; all else is as if it had been plain paragraphs before. */
function turnInto(editor: Editor, command: Command, asks: Asks, at: number): void {
  const isTurned = command.turn?.(editor, at) ?? false;
  selectBlock(editor, at);
  if (!isTurned) {
    editor.commands.clearNodes();
    command.run(editor, asks);
  }
  editor.commands.setTextSelection(editor.state.selection.to);
}

/** Beside the block under the pointer, until somebody types; or beside the one that a key asks about. */
function usePlace(editor: Editor, frame: RefObject<HTMLDivElement | null>, open: boolean, asked: () => void): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const put = (found: Place | undefined) => {
    const root = frame.current;
    if (root) setPlace((before) => (found && before?.at === found.at ? before : found && { at: found.at, top: found.top - root.getBoundingClientRect().top }));
  };
  const move = useEffectEvent((event: PointerEvent) => !open && put(editor.isDestroyed ? undefined : under(editor, event.clientY)));
  const type = useEffectEvent((event: KeyboardEvent) => !open && !event.ctrlKey && !event.metaKey && setPlace(undefined));
  const ask = useEffectEvent(() => {
    put(topOf(editor, editor.state.selection.from));
    asked();
  });
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    const heard = { pointermove: (event: Event) => void move(event as PointerEvent), keydown: (event: Event) => void type(event as KeyboardEvent), [askForBlock]: () => ask() };
    for (const [name, hear] of Object.entries(heard)) root.addEventListener(name, hear);
    return () => {
      for (const [name, hear] of Object.entries(heard)) root.removeEventListener(name, hear);
    };
  }, [frame]);
  return place;
}

function drag(event: DragEvent, { view, state }: Editor, at: number): void {
  const block = blockAt(state, at);
  if (!block) return;
  const node = NodeSelection.create(state.doc, block.from);
  view.dispatch(state.tr.setSelection(node));
  moves(view, node);
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', state.doc.child(block.index).textContent);
  const shown = view.nodeDOM(block.from);
  if (shown instanceof HTMLElement) event.dataTransfer.setDragImage(shown, 0, 0);
}

/**
 * The editor moves a block to where it is dropped. Without the block it would take away what is selected by then, which a
 * change of the text, or the browser, may have made another place.
 */
function moves(view: EditorView, node: NodeSelection): void {
  const dragging: Dragging = { slice: node.content(), move: true, node };
  view.dragging = dragging;
}

/** A drag is over, also one that led nowhere: what comes from elsewhere next is not this block. A drop may still be on its way. */
function dropped(editor: Editor): void {
  if (editor.isDestroyed) return;
  const { view } = editor;
  const { dragging } = view;
  setTimeout(() => {
    if (view.dragging === dragging) view.dragging = null;
  }, 50);
}

/** What ProseMirror knows of a drag of its own. Its types leave out the node, which it follows through changes of the text. */
interface Dragging {
  slice: Slice;
  move: boolean;
  node: NodeSelection;
}

/** The outermost block at a height of the window. */
function under(editor: Editor, y: number): Place | undefined {
  const { view } = editor;
  const box = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({ left: box.left + box.width / 2, top: y }) ?? view.posAtCoords({ left: box.left + 24, top: y });
  return found ? topOf(editor, found.inside >= 0 ? found.inside : found.pos) : undefined;
}

function topOf({ view }: Editor, at: number): Place | undefined {
  const block = blockAt(view.state, at);
  const shown = block && view.nodeDOM(block.from);
  return block && shown instanceof HTMLElement ? { at: block.from, top: shown.getBoundingClientRect().top } : undefined;
}

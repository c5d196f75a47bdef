import { useQueryClient } from '@tanstack/react-query';
import { Extension, type JSONContent } from '@tiptap/core';
import { useEditor, type Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { styleNonce } from '../app/nonce';
import type { passedOn } from '../forms/editor/places';
import { useFrame } from '../forms/frame';
import { asText, type WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { pictureOf, shownQuery } from '../media/shown';
import { moveBlock } from './blocks';
import { cards, type CardWords } from './cards';
import { staysChosen } from './chosen';
import { findable } from './find';
import { Latest } from './latest';
import { pastes } from './markdownPaste';
import { placeholder } from './placeholder';
import { others } from './others';
import { quotable } from './quotes';
import { takesFiles } from './places';
import { extensionsFor, type FormatName } from './schema/extensions';
import { Session } from './session';
import { staysInSight } from './sight';
import { askForBlock } from './tools/Handle';
import { listensTo, type Keys } from './tools/slash';
import { typed } from './typed';

/** What the editor asks for that is none of its own. */
export interface Ways {
  link: () => void;
  find: () => void;
  /** Leads to the title, where there is one above the text. */
  title: () => boolean;
  /** Ends what shows nothing but the text, where that is on. */
  leave: () => boolean;
  /** Says how many pictures were not pasted. */
  leftOut: (count: number) => void;
  /** What stands on the card of a link. */
  card: () => CardWords;
  /** Other words that are commented on are found, or are gone. */
  quotes: () => void;
}

/** An editor, and what keeps it and the form at the same text. */
export interface Making {
  editor: Editor;
  session: Session;
}

type Pass = ReturnType<typeof passedOn>['take'];

/**
 * The editor, and what keeps it and the form at the same text. It is made after the first render: one that is made while
 * React renders is destroyed before it is used, when that takes longer than a moment.
 */
export function useTextEditor(props: WidgetProps & { format: FormatName; made: (all: Making) => void; typed: Latest<string | undefined>; hidden: boolean }, keys: Keys, take: Pass, ways: Ways): Editor | null {
  const { format, value, readOnly, hidden } = props;
  const { t } = useSpeech();
  const text = asText(value);
  const queries = useQueryClient();
  const { late } = useFrame();
  const said = { tell: props.change, late: (next: string) => late(props.path, next || undefined), left: props.blur, ...ways };
  const [latest] = useState(() => new Latest(said));
  useLayoutEffect(() => latest.is(said));
  const [session] = useState(() => new Session(format, text, (next) => latest.now.tell(next || undefined)));
  const [extensions] = useState(() => {
    const load = async (each: string) => pictureOf((await queries.query(shownQuery(each))) ?? undefined);
    return [...extensionsFor(format, load), takesFiles(take), findable, cards(() => latest.now.card()), quotable(() => latest.now.quotes()), others, typed, placeholder, staysInSight, staysChosen, pastes((count) => latest.now.leftOut(count)), listensTo(keys), shortcuts((name) => latest.now[name]())];
  });
  // One that is another at each render would be given to the editor at each.
  const marks = JSON.stringify(attributesOf(props, t('prose.begin')));
  const editorProps = useMemo(() => ({ attributes: JSON.parse(marks) as Record<string, string> }), [marks]);
  const editor = useEditor({
    extensions,
    editable: !readOnly,
    editorProps,
    immediatelyRender: false,
    injectNonce: styleNonce(),
    shouldRerenderOnTransaction: false,
    onBeforeCreate: ({ editor: own }) => (own.options.content = session.begin(own) as unknown as JSONContent),
    // The key that saves the form may be the next event.
    onUpdate: ({ editor: own }) => flushSync(() => session.changed(own)),
    onBlur: ({ editor: own }) => {
      flushSync(() => session.flush(own));
      latest.now.left();
    },
  });
  // While the text is written as it is kept, it is not read anew at each key; what comes from elsewhere is kept apart, since nobody here can take it back (decision 357).
  const { typed: own } = props;
  useEffect(() => {
    if (!editor || (hidden && text === own.now)) return;
    if (own.now !== undefined) session.given(editor, own.now, true);
    own.is(undefined);
    session.given(editor, text);
  }, [editor, session, text, hidden, own]);
  useFlushes(editor, session, (text) => latest.now.late(text));
  useEffect(() => {
    if (editor && !editor.isDestroyed && editor.isEditable === readOnly) editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  const made = useEffectEvent(props.made);
  useEffect(() => {
    if (editor) made({ editor, session });
  }, [editor, session]);
  return editor;
}

/** Tells the form what it has not heard of before a key that does something with the form, before the page goes, and `late` while the form itself goes. */
function useFlushes(editor: Editor | null, session: Session, late: (text: string) => void): void {
  const tellLate = useEffectEvent(late);
  useEffect(() => {
    if (!editor) return;
    const flush = () => {
      if (session.waits && !editor.isDestroyed) flushSync(() => session.flush(editor));
    };
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && (event.key === 's' || event.key === 'Enter')) flush();
    };
    window.addEventListener('keydown', press, true);
    window.addEventListener('pointerdown', flush, true);
    // Before the form keeps what it has.
    window.addEventListener('pagehide', flush, true);
    document.addEventListener('visibilitychange', flush, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      window.removeEventListener('pointerdown', flush, true);
      window.removeEventListener('pagehide', flush, true);
      document.removeEventListener('visibilitychange', flush, true);
      if (session.waits && !editor.isDestroyed) session.flush(editor, (text) => tellLate(text));
    };
  }, [editor, session]);
}

const shortcuts = (way: (name: 'link' | 'find' | 'title' | 'leave') => unknown) =>
  Extension.create({
    name: 'ways',
    priority: 200,
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        'Mod-k': () => (way('link'), true),
        'Mod-f': () => (way('find'), true),
        'Mod-/': () => editor.view.dom.dispatchEvent(new Event(askForBlock, { bubbles: true })),
        // The editor keeps each Escape to itself.
        Escape: () => way('leave') === true,
        ArrowUp: () => isFirst(editor) && editor.view.endOfTextblock('up') && way('title') === true,
        Backspace: () => isFirst(editor) && editor.state.selection.$from.parent.childCount === 0 && way('title') === true,
        'Mod-Shift-9': () => editor.commands.toggleBlockquote(),
        'Alt-Shift-ArrowUp': () => moveBlock(editor, -1),
        'Alt-Shift-ArrowDown': () => moveBlock(editor, 1),
        'Alt-F10': () => {
          const root = editor.view.dom.closest('[data-look]');
          const button = root?.querySelector<HTMLElement>('[data-floating] :is(button, input)') ?? root?.querySelector<HTMLElement>('[data-standing] button:not([tabindex="-1"])');
          button?.focus({ preventScroll: true }); // it stands where it is seen
          return button !== undefined;
        },
      };
    },
  });

/** Whether somebody is in the first line of the text, with nothing selected. */
function isFirst({ state: { selection } }: Editor): boolean {
  return selection.empty && selection.$from.depth === 1 && selection.$from.index(0) === 0;
}

function attributesOf({ id, label, required, invalid, describedBy, readOnly }: WidgetProps, begin: string): Record<string, string> {
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(readOnly ? { 'aria-readonly': 'true', tabindex: '0' } : { 'aria-placeholder': begin }),
  };
}

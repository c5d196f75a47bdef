import { useEditorState, type Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import classes from '../Prose.module.css';
import { alongButtons, Buttons, useOneStop } from './Buttons';
import { CodeLanguage } from './CodeLanguage';
import { comment, overSelection, type Asks } from './commands';
import { linkAt } from './linkAt';
import { LinkFacts } from './LinkFacts';
import { PictureFields } from './PictureFields';
import { atCorner, beside, inSight, useFollows, type Placed } from './place';
import { TableMenu } from './TableMenu';

const names = { marks: 'prose.marks', said: 'prose.marks', picture: 'prose.pictureTools', table: 'prose.tableTools', code: 'prose.codeBlock', link: 'prose.link' } as const;
type Kind = keyof typeof names;

/** What is selected or written in, and where it begins. */
interface Subject {
  kind: Kind;
  at: number;
}

interface FloatingBarProps {
  editor: Editor;
  asks: Asks;
  /** Whether the picture that is selected is to be told in words at once. */
  naming: boolean;
  named: () => void;
  tell: (id: string, alt: string) => void;
}

/** What can be done with what is selected, close to it. Alt+F10 leads into it, Escape back. */
export function FloatingBar({ editor, asks, naming, named, tell }: FloatingBarProps) {
  const { t } = useSpeech();
  const bar = useRef<HTMLDivElement>(null);
  const subject = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isDestroyed ? undefined : now.isEditable ? subjectOf(now) : asks.comment && readOf(now)),
    equalityFn: (a, b) => a?.kind === b?.kind && a?.at === b?.at,
  });
  const here = useIsHere(editor);
  useOneStop(bar);
  useFollows(subject !== undefined && here);
  if (!subject || !here) return null;
  const { kind, at } = subject;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t(names[kind])}
      data-floating
      className={classes['floating']}
      style={placeOf(editor, subject)}
      onKeyDown={(event) => {
        alongButtons(event);
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault(); // leaves the bar, and nothing around it
        editor.commands.focus();
      }}
    >
      {kind === 'marks' && <Buttons editor={editor} commands={overSelection} asks={asks} />}
      {kind === 'said' && <Buttons editor={editor} commands={[comment]} asks={asks} />}
      {kind === 'picture' && <PictureFields editor={editor} at={at} asked={naming} answered={named} tell={tell} />}
      {kind === 'table' && <TableMenu editor={editor} />}
      {kind === 'code' && <CodeLanguage key={at} editor={editor} at={at} />}
      {kind === 'link' && <LinkFacts editor={editor} change={asks.link} read={asks.read} />}
    </div>
  );
}

function placeOf(editor: Editor, { kind, at }: Subject): Placed {
  if (kind === 'table' || kind === 'code') return atCorner(editor, at);
  if (kind === 'link') return beside(editor, at, { prefers: 'below', height: 44, width: 320 });
  if (kind === 'picture') return beside(editor, at, { prefers: 'above', height: 56 });
  const from = inSight(editor);
  return beside(editor, from, { prefers: 'above', height: 40, width: kind === 'said' ? 40 : 300, until: Math.max(from, editor.state.selection.to) });
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

/** In a text that one only reads, what is selected can be commented on. */
const readOf = ({ state: { selection } }: Editor): Subject | undefined => (selection.empty || selection instanceof NodeSelection ? undefined : { kind: 'said', at: selection.from });

function subjectOf({ state }: Editor): Subject | undefined {
  const { selection } = state;
  const { $from, from } = selection;
  if (selection instanceof NodeSelection) return selection.node.type.name === 'picture' ? { kind: 'picture', at: from } : undefined;
  if ($from.parent.type.name === 'codeBlock' && $from.depth > 0) return { kind: 'code', at: $from.before() };
  if (!selection.empty) return $from.parent.type.spec.code ? undefined : { kind: 'marks', at: from };
  const link = linkAt(state);
  if (link) return { kind: 'link', at: link.from };
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === 'table') return { kind: 'table', at: $from.before(depth) };
  return undefined;
}

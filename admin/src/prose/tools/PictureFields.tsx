import { TextInput } from '@mantine/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { besideThoseBefore, onItsOwn } from '../gallery';
import { goBehind } from '../pictures';
import { mediaIdOf } from '../schema/picture';
import { Act } from './Act';

const texts = ['alt', 'title'] as const;
type Named = (typeof texts)[number];

interface PictureFieldsProps {
  editor: Editor;
  at: number;
  /** Whether somebody is to say what the picture shows, and who hears that they were led there. */
  asked: boolean;
  answered: () => void;
  /** Hears what somebody has said that a picture of the library shows. */
  tell: (id: string, alt: string) => void;
}

/** What a picture shows, and what stands below it. Enter goes on in a line below it, Escape in what follows. */
export function PictureFields({ editor, at, asked, answered, tell }: PictureFieldsProps) {
  const { t } = useSpeech();
  const said = useSaid(editor, at);
  const first = useRef<HTMLInputElement>(null);
  const before = useRef('');
  const told = (name: Named, text: string) => {
    const id = mediaIdOf(editor.state.doc.nodeAt(at)?.attrs['src']);
    if (name === 'alt' && id !== undefined && text !== '' && text !== before.current) tell(id, text);
    before.current = text;
  };
  useEffect(() => {
    if (!asked) return;
    first.current?.focus({ preventScroll: true });
    first.current?.select(); // what the library says of it is a proposal: who types says something else
    answered();
  }, [asked, answered]);
  const set = (name: Named, text: string) => {
    const { tr, doc } = editor.state;
    if (doc.nodeAt(at)?.type.name !== 'picture') return;
    tr.setNodeAttribute(at, name, text || (name === 'alt' ? '' : null));
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
  };
  const press = (event: KeyboardEvent) => {
    if (!['Enter', 'Escape'].includes(event.key) || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) return; // publishes, or saves
    event.preventDefault();
    event.stopPropagation();
    first.current?.blur(); // what goes while it has the focus tells of no end
    goBehind(editor.view, at, event.key === 'Enter');
  };
  const fields = texts.map((name) => (
    <TextInput
      key={name}
      ref={name === 'alt' ? first : null}
      size="xs"
      aria-label={t(`prose.${name}`)}
      placeholder={t(`prose.${name}`)}
      value={said[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      onFocus={(event) => (before.current = event.currentTarget.value)}
      onBlur={(event) => told(name, event.currentTarget.value.trim())}
      onKeyDown={press}
    />
  ));
  return (
    <>
      {fields}
      <Rows editor={editor} at={at} />
    </>
  );
}

const rows = [['prose.besideBefore', 'columns', besideThoseBefore], ['prose.onItsOwn', 'density', onItsOwn]] as const;

/** Puts a picture beside those before it, or on a line of its own again. */
function Rows({ editor, at }: { editor: Editor; at: number }) {
  const can = useEditorState({ editor, selector: ({ editor: { state } }) => rows.map(([, , change]) => change(state, at) !== undefined) });
  const run = (change: (typeof rows)[number][2]) => {
    const now = change(editor.state, at);
    if (now) editor.view.dispatch(now);
    editor.commands.focus();
  };
  return rows.filter((_, i) => can[i]).map(([name, icon, change]) => <Act key={name} name={name} icon={icon} run={() => run(change)} />);
}

/** What the text has of a picture now: what is told elsewhere is seen here, too. */
function useSaid(editor: Editor, at: number): Record<Named, string> {
  const said = ({ editor: now }: { editor: Editor }) => {
    const { alt, title } = now.state.doc.nodeAt(at)?.attrs ?? {};
    return { alt: String(alt ?? ''), title: String(title ?? '') };
  };
  return useEditorState({ editor, selector: said });
}

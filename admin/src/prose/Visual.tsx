import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Extension, type JSONContent } from '@tiptap/core';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { useBootstrap } from '../api/session';
import { styleNonce } from '../app/nonce';
import { passedOn } from '../forms/editor/places';
import { FieldUploadList } from '../forms/media/FieldUploadList';
import { useTextFiles } from '../forms/media/useTextFiles';
import { asText, type WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { pickAsset } from '../media/questions';
import { pictureOf, shownQuery } from '../media/shown';
import { moveBlock } from './blocks';
import { cards } from './cards';
import { findable } from './find';
import { Latest } from './latest';
import { pastes } from './markdownPaste';
import { changePlaces, describe, fillPlace, nodeOf, takesFiles } from './places';
import classes from './Prose.module.css';
import { extensionsFor, type FormatName } from './schema/extensions';
import { Session } from './session';
import { AddressBar } from './tools/AddressBar';
import { alongButtons, Buttons } from './tools/Buttons';
import { standing, type Asks } from './tools/commands';
import { FindBar } from './tools/FindBar';
import { FloatingBar } from './tools/FloatingBar';
import { Handle } from './tools/Handle';
import { Keys, listensTo } from './tools/slash';
import { SlashMenu } from './tools/SlashMenu';

interface VisualProps extends WidgetProps {
  format: FormatName;
  look: 'field' | 'page';
  finding: boolean;
  find: (open: boolean) => void;
  made: (editor: Editor) => void;
}

/** A text as it looks. What it is kept in is its `format`. */
export function Visual(props: VisualProps) {
  const [pass] = useState(passedOn);
  const [keys] = useState(() => new Keys());
  const [asking, ask] = useState<'link' | 'embed'>();
  const editor = useTextEditor(props, keys, pass.take, { link: () => ask('link'), find: () => props.find(true) });
  return editor ? <Editing {...props} editor={editor} pass={pass} keys={keys} asking={asking} ask={ask} /> : <Skeleton height={320} />;
}

interface EditingProps extends VisualProps {
  editor: Editor;
  pass: ReturnType<typeof passedOn>;
  keys: Keys;
  asking: 'link' | 'embed' | undefined;
  ask: (what: 'link' | 'embed' | undefined) => void;
}

function Editing({ editor, pass, keys, asking, ask, ...props }: EditingProps) {
  const { label, path, readOnly, look } = props;
  const { t } = useSpeech();
  const { media } = useBootstrap().site.capabilities;
  const frame = useRef<HTMLDivElement>(null);
  const { open, take, fileOf, library } = useTextFiles(path, {
    change: (next) => media && !editor.isDestroyed && changePlaces(editor.view, next),
    fill: (upload, file, alone) => !editor.isDestroyed && fillPlace(editor.view, upload, nodeOf(editor.state, file), alone),
    describe: (each, alt) => !editor.isDestroyed && describe(editor.view, each, alt),
  });
  useLayoutEffect(() => {
    pass.to(readOnly || !media ? undefined : (files, at) => void take(files, at));
  });
  const insert = async () => {
    const asset = await pickAsset({ type: 'image' });
    if (!asset) return;
    editor.view.dispatch(editor.state.tr.replaceSelectionWith(nodeOf(editor.state, fileOf(asset)), false).scrollIntoView());
    editor.view.focus();
  };
  const asks: Asks = { picture: media && library && !readOnly ? () => void insert() : undefined, link: () => ask('link'), embed: () => ask('embed') };
  return (
    <>
      <div ref={frame} className={classes['root']} data-look={look} data-invalid={props.invalid || undefined} data-readonly={readOnly || undefined}>
        {!readOnly && (
          <div role="toolbar" aria-label={t('prose.tools')} aria-controls={props.id} data-standing className={classes['tools']} onKeyDown={alongButtons}>
            {standing.map((group) => (
              <span key={group[0]?.name} className={classes['group']}>
                <Buttons editor={editor} commands={group} asks={asks} />
              </span>
            ))}
          </div>
        )}
        {props.finding && <FindBar editor={editor} close={() => props.find(false)} />}
        <EditorContent editor={editor} className={classes['text']} />
        {asking ? <AddressBar key={asking} editor={editor} kind={asking} close={() => ask(undefined)} /> : <FloatingBar editor={editor} asks={asks} />}
        <SlashMenu editor={editor} asks={asks} keys={keys} />
        <Handle editor={editor} frame={frame} />
      </div>
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: label })} />
    </>
  );
}

type Pass = ReturnType<typeof passedOn>['take'];

/**
 * The editor, and what keeps it and the form at the same text; null until the page stands. One that is made before is
 * destroyed again where it takes more than a moment until the page stands, under whoever holds it by then.
 */
function useTextEditor(props: VisualProps, keys: Keys, take: Pass, ways: { link: () => void; find: () => void }): Editor | null {
  const { format, value, readOnly } = props;
  const text = asText(value);
  const queries = useQueryClient();
  const said = { tell: props.change, left: props.blur, ...ways };
  const [latest] = useState(() => new Latest(said));
  useLayoutEffect(() => latest.is(said));
  const [session] = useState(() => new Session(format, text, (next) => latest.now.tell(next || undefined)));
  const [extensions] = useState(() => {
    const load = async (each: string) => pictureOf((await queries.query(shownQuery(each))) ?? undefined);
    return [...extensionsFor(format, load), takesFiles(take), findable, cards, pastes, listensTo(keys), shortcuts((name) => latest.now[name]())];
  });
  const editor = useEditor({
    immediatelyRender: false,
    extensions,
    editable: !readOnly,
    editorProps: { attributes: attributesOf(props) },
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
  useEffect(() => {
    if (editor) session.given(editor, text);
  }, [editor, session, text]);
  useFlushes(editor, session);
  const marks = JSON.stringify(attributesOf(props));
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setOptions({ editable: !readOnly, editorProps: { attributes: JSON.parse(marks) as Record<string, string> } });
  }, [editor, marks, readOnly]);
  const made = useEffectEvent(props.made);
  useEffect(() => {
    if (editor) made(editor);
  }, [editor]);
  return editor;
}

/** Tells the form what it has not heard of before a key that does something with the form, and before the page goes. */
function useFlushes(editor: Editor | null, session: Session): void {
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
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('keydown', press, true);
      window.removeEventListener('pointerdown', flush, true);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      if (session.waits && !editor.isDestroyed) session.flush(editor);
    };
  }, [editor, session]);
}

const shortcuts = (way: (name: 'link' | 'find') => void) =>
  Extension.create({
    name: 'ways',
    priority: 200,
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        'Mod-k': () => (way('link'), true),
        'Mod-f': () => (way('find'), true),
        'Mod-Shift-9': () => editor.commands.toggleBlockquote(),
        'Alt-Shift-ArrowUp': () => moveBlock(editor, -1),
        'Alt-Shift-ArrowDown': () => moveBlock(editor, 1),
        'Alt-F10': () => {
          const root = editor.view.dom.closest('[data-look]');
          const button = root?.querySelector<HTMLElement>('[data-floating] :is(button, input)') ?? root?.querySelector<HTMLElement>('[data-standing] button');
          button?.focus();
          return button !== undefined;
        },
      };
    },
  });

function attributesOf({ id, label, required, invalid, describedBy, readOnly }: WidgetProps): Record<string, string> {
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(readOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
  };
}

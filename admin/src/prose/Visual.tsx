import { Skeleton } from '@mantine/core';
import { EditorContent, type Editor } from '@tiptap/react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { useBootstrap } from '../api/session';
import { useOwnKeys } from '../app/shortcuts';
import { passedOn } from '../forms/editor/places';
import { FieldUploadList } from '../forms/media/FieldUploadList';
import { useTextFiles } from '../forms/media/useTextFiles';
import { pointerTo } from '../forms/pointer';
import type { WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { useTellFirstAlt } from '../media/altText';
import { pickAssets } from '../media/questions';
import { usePanel } from '../together/panel';
import { notifyFailure } from '../ui/notify';
import { searchedIn } from './find';
import type { Latest } from './latest';
import { useLook } from './look';
import { ownKeys } from './ownKeys';
import { changePlaces, describe, fillPlace, forgetPlaces, nodeOf } from './places';
import { insertPictures } from './pictureBlock';
import { showPicture } from './pictures';
import classes from './Prose.module.css';
import type { FormatName } from './schema/extensions';
import { AddressBar } from './tools/AddressBar';
import { alongButtons, Buttons, useOneStop } from './tools/Buttons';
import { standing, type Asks } from './tools/commands';
import { FindBar } from './tools/FindBar';
import { FloatingBar } from './tools/FloatingBar';
import { Handle } from './tools/Handle';
import { Keys } from './tools/slash';
import { SlashMenu } from './tools/SlashMenu';
import { useStay } from './stayed';
import { readHead } from './readHead';
import { useOthers, usePresentText } from './useOthers';
import { useQuotes } from './useQuotes';
import { useTextEditor, type Making } from './useTextEditor';

interface VisualProps extends WidgetProps {
  format: FormatName;
  look: 'field' | 'page';
  finding: boolean;
  find: (open: boolean) => void;
  made: (all: Making) => void;
  /** Whether the text is written as it is kept meanwhile: the editor stays as it is, with its history. */
  hidden: boolean;
  /** What was typed there since, and the editor has not. */
  typed: Latest<string | undefined>;
}

type Asked = 'link' | 'embed' | undefined;

/** How many pictures come into a gallery at once. */
const mostInGallery = 24;

/** A text as it looks. What it is kept in is its `format`. */
export function Visual(props: VisualProps) {
  const speech = useSpeech();
  const { goTo, focus } = useLook();
  const [pass] = useState(passedOn);
  const [keys] = useState(() => new Keys());
  const [asking, ask] = useState<Asked>();
  const panel = usePanel();
  const { players } = useBootstrap().site;
  const field = pointerTo(props.path);
  const present = usePresentText(field);
  const made = (all: Making) => {
    props.made(all);
    present(all);
  };
  const editor = useTextEditor({ ...props, made }, keys, pass.take, {
    link: () => ask('link'),
    find: () => props.find(true),
    title: () => (goTo?.title(), goTo !== undefined),
    leave: () => focus?.on === true && (focus.toggle(), true),
    quotes: () => panel?.texts.changed(field),
    card: () => ({
      players, player: speech.t('prose.cardPlayer'), link: speech.t('prose.cardReaders'), own: speech.t('prose.cardOwn'), open: speech.t('prose.cardOpen'), show: speech.t('prose.cardShow'),
      toText: speech.t('prose.cardToText'), read: (href) => readHead(speech, href), callout: (kind) => speech.t(`prose.callout.${kind}`), title: speech.t('prose.toggleTitle'),
    }),
    leftOut: (count) => notifyFailure(speech, speech.t('prose.leftOutWhy'), speech.plural('prose.leftOut', count)),
  });
  if (props.hidden && editor) return null;
  return editor ? <Shown {...props} editor={editor} pass={pass} keys={keys} asking={asking} ask={ask} /> : <Skeleton height={320} />;
}

/** Whether somebody is at the words of a picture. */
const isNaming = (editor: Editor) => document.activeElement?.closest('[data-floating]') != null && editor.view.dom.closest('[data-look]')?.contains(document.activeElement) === true;

interface ShownProps extends VisualProps {
  editor: Editor;
  pass: ReturnType<typeof passedOn>;
  keys: Keys;
  asking: Asked;
  ask: (what: Asked) => void;
}

/** The text with its tools around it. */
function Shown({ editor, pass, keys, asking, ask: askFor, ...props }: ShownProps) {
  const { label, path, readOnly, look } = props;
  const speech = useSpeech();
  const { t } = speech;
  const { media } = useBootstrap().site.capabilities;
  useOwnKeys(ownKeys);
  const frame = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  useOneStop(toolbar);
  useOthers(editor, pointerTo(path));
  const stay = useStay();
  const [searched] = useState(() => searchedIn(editor));
  // A file that came while the text was written as it is kept found no place here any more.
  useEffect(() => forgetPlaces(editor.view), [editor]);
  const [naming, name] = useState(false);
  const named = useCallback(() => name(false), []);
  const ask = (at: number | undefined) => {
    if (at === undefined) return;
    showPicture(editor.view, at);
    name(true);
  };
  const { open, take, fileOf, library } = useTextFiles(path, {
    change: (next) => media && !editor.isDestroyed && changePlaces(editor.view, next),
    fill: (upload, file) => {
      if (editor.isDestroyed) return;
      const at = fillPlace(editor.view, upload, nodeOf(editor.state, file));
      // Of several the first asks; who has gone on writing meanwhile is left where they are.
      if (file.picture && stay.lasts && !isNaming(editor)) ask(at);
    },
    asks: true,
    describe: (each, alt) => !editor.isDestroyed && describe(editor.view, each, alt),
  });
  useLayoutEffect(() => {
    pass.to(readOnly || !media ? undefined : (files, at) => void take(files, at).then(stay.begin));
  });
  // What is said of a picture here is said once: the library is told, and a failure there takes nothing from the text.
  const tellFirst = useTellFirstAlt();
  const tell = (id: string, alt: string) => void (library && tellFirst(id, alt).catch(() => undefined));
  const insert = async (most: number) => {
    const assets = (await pickAssets({ type: 'image', most, asksThere: most === 1 })) ?? [];
    if (assets.length === 0 || editor.isDestroyed) return;
    const { tr } = editor.state;
    const at = insertPictures(tr, assets.map((asset) => nodeOf(editor.state, fileOf(asset))));
    editor.view.dispatch(tr);
    ask(at);
  };
  const picks = media && library && !readOnly;
  const asks: Asks = {
    picture: picks ? () => void insert(1) : undefined,
    gallery: picks ? () => void insert(mostInGallery) : undefined,
    link: () => askFor('link'), embed: () => askFor('embed'), comment: useQuotes(editor, pointerTo(path)), read: (href) => readHead(speech, href),
  };
  const pressAlong = (event: KeyboardEvent<HTMLElement>) => {
    alongButtons(event);
    if (event.key !== 'Escape') return;
    event.preventDefault(); // leaves the bar, and nothing around it
    editor.commands.focus();
  };
  return (
    <>
      <div ref={frame} className={classes['root']} data-look={look} data-invalid={props.invalid || undefined} data-readonly={readOnly || undefined}>
        <div className={classes['bars']}>
          {!readOnly && (
            <div ref={toolbar} role="toolbar" aria-label={t('prose.tools')} aria-controls={props.id} data-standing className={classes['tools']} onKeyDown={pressAlong}>
              {standing.map((group) => (
                <span key={group[0]?.name} className={classes['group']}>
                  <Buttons editor={editor} commands={group} asks={asks} />
                </span>
              ))}
            </div>
          )}
          {props.finding && <FindBar text={searched} close={() => props.find(false)} />}
        </div>
        <EditorContent editor={editor} className={classes['text']} />
        {asking ? <AddressBar key={asking} editor={editor} kind={asking} close={() => askFor(undefined)} /> : <FloatingBar editor={editor} asks={asks} naming={naming} named={named} tell={tell} />}
        <SlashMenu editor={editor} asks={asks} keys={keys} />
        <Handle editor={editor} frame={frame} asks={asks} />
      </div>
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: label })} />
    </>
  );
}

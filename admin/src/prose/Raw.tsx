import { Language, defineLanguageFacet } from '@codemirror/language';
import { EditorView, type KeyBinding } from '@codemirror/view';
import { GFM, parser } from '@lezer/markdown';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';

import { CodeEditor } from '../forms/editor/CodeEditor';
import { continued } from '../forms/editor/continued';
import { escapedAlt, inParagraph, markdownOf, wordlessAt } from '../forms/editor/insertions';
import { changePlaces, fillPlace, takesFiles } from '../forms/editor/pictures';
import { passedOn } from '../forms/editor/places';
import { FieldUploadList } from '../forms/media/FieldUploadList';
import { useTextFiles } from '../forms/media/useTextFiles';
import { numbered } from '../forms/widgets/Code';
import { asText, type WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { Latest } from './latest';
import classes from './Prose.module.css';
import type { FormatName } from './schema/extensions';
import { findableSource, searchedInSource, selectFound, type Held } from './sourceFind';
import type { Spot } from './spots';
import { FindBar } from './tools/FindBar';
import { coversOf } from './tools/place';

const language = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;
const sight = EditorView.scrollMargins.of(({ dom }) => coversOf(dom));

/** What is asked of a text as it is kept. */
export interface Source {
  spot: () => Spot | undefined;
  /** Goes on writing, at what was searched. */
  goOn: () => void;
}

interface RawProps extends WidgetProps {
  format: FormatName;
  finding: boolean;
  find: (open: boolean) => void;
  /** Where somebody was in the text as it looks. */
  begin: Spot | undefined;
  ref: Ref<Source>;
}

/** A text as it is kept. */
export function Raw({ format, finding, find, begin, ref, ...props }: RawProps) {
  const [held] = useState((): Held => new Latest<EditorView | undefined>(undefined));
  const [searched] = useState(() => searchedInSource(held));
  const [latest] = useState(() => new Latest(find));
  useLayoutEffect(() => latest.is(find));
  // Where nothing can be replaced, the browser searches.
  const [keys] = useState((): KeyBinding[] => [{ key: 'Mod-f', run: ({ state }) => !state.readOnly && (latest.now(true), true) }]);
  const came = useEffectEvent(() => {
    if (begin && held.now) goToSpot(held.now, begin);
  });
  useEffect(() => came(), []);
  useImperativeHandle(ref, () => ({
    spot: () => (held.now ? spotIn(held.now) : begin),
    goOn: () => {
      if (held.now) selectFound(held.now);
      held.now?.focus();
    },
  }));
  return (
    <>
      {finding && (
        <div className={classes['bars']}>
          <FindBar text={searched} close={() => find(false)} />
        </div>
      )}
      {format === 'markdown' ? <MarkdownSource {...props} keys={keys} held={held} /> : <HtmlSource {...props} keys={keys} held={held} />}
    </>
  );
}

type SourceProps = WidgetProps & { keys: readonly KeyBinding[]; held: Held };

function HtmlSource({ value, change, held, ...props }: SourceProps) {
  const [extensions] = useState(() => [numbered, sight, findableSource(held)]);
  return <CodeEditor {...props} text={asText(value)} change={(next) => change(next || undefined)} extensions={extensions} />;
}

function goOn(view: EditorView): boolean {
  const change = continued(view.state);
  if (change) view.dispatch(view.state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return change !== undefined;
}

/** It takes files of the library, and such as are dropped into it or pasted. */
function MarkdownSource(props: SourceProps) {
  const { t } = useSpeech();
  const view = useRef<EditorView>(null);
  const { open, take } = useTextFiles(props.path, {
    change: (change) => view.current && changePlaces(view.current, change),
    fill: (upload, file, alone) =>
      view.current && fillPlace(view.current, upload, (before, after) => (alone ? markdownOf(file) : inParagraph(markdownOf(file), before, after))),
    asks: false,
    describe: (id, alt) => {
      const changes = wordlessAt(view.current?.state.doc.toString() ?? '', id).map((from) => ({ from, insert: escapedAlt(alt) }));
      if (changes.length > 0) view.current?.dispatch({ changes });
    },
  });
  const [pass] = useState(passedOn);
  useLayoutEffect(() => {
    pass.to(props.readOnly ? undefined : (files, at) => void take(files, at));
  });
  const [extensions] = useState(() => [language, sight, findableSource(props.held), takesFiles(pass.take)]);
  const [keys] = useState(() => [{ key: 'Enter', run: goOn }, ...props.keys]);
  return (
    <>
      <CodeEditor {...props} text={asText(props.value)} change={(next) => props.change(next || undefined)} extensions={extensions} keys={keys} view={view} />
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: props.label })} />
    </>
  );
}

/** Where somebody is in it: at the caret, or, where that is out of sight, at the line that they see first. */
function spotIn(view: EditorView): Spot {
  const caret = view.state.selection.main.head;
  if (!view.dom.closest('[data-of="page"]')) return { caret, seen: caret, top: undefined };
  const { top: above, bottom: below } = coversOf(view.dom);
  const at = view.coordsAtPos(caret)?.top;
  if (at !== undefined && at >= above && at < window.innerHeight - below) return { caret, seen: caret, top: at };
  const seen = view.posAtCoords({ x: view.contentDOM.getBoundingClientRect().left + 8, y: above + 8 }, false);
  return { caret, seen, top: view.coordsAtPos(seen)?.top };
}

/** Only the lines around the window are measured: the editor scrolls by itself until the place is where it should be. */
function goToSpot(view: EditorView, { caret, seen, top }: Spot): void {
  const how = top === undefined ? ({ y: 'center' } as const) : ({ y: 'start', yMargin: Math.max(0, top - coversOf(view.dom).top) } as const);
  view.dispatch({ selection: { anchor: caret }, effects: EditorView.scrollIntoView(seen, how) });
}

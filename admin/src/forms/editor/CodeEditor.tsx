import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';

import { styleNonce } from '../../app/nonce';
import { textChanges } from '../../values/paragraphs';
import classes from './CodeEditor.module.css';

export interface CodeEditorProps {
  id: string;
  label: string;
  text: string;
  change: (text: string) => void;
  blur: () => void;
  readOnly: boolean;
  invalid: boolean;
  required: boolean;
  describedBy: string | undefined;
  /** The language, line numbers and such. Must stay the same for the life of the editor. */
  extensions: Extension;
  keys?: readonly KeyBinding[];
  view?: Ref<EditorView>;
}

/** The page's own key for publishing stays free. */
const ownKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
const access = new Compartment();
const attributes = new Compartment();
/** Marks a text that the form gives to the editor, as opposed to one that is typed. */
const given = Annotation.define<true>();

/** A CodeMirror editor that shows a text and says what was typed. Tab leaves it, as it leaves every other field. */
export function CodeEditor(props: CodeEditorProps) {
  const { text, extensions, readOnly } = props;
  const place = useRef<HTMLDivElement>(null);
  const own = useRef<EditorView | null>(null);
  // React does not see the events of the editor: unflushed, a change could come after the key that saves the form.
  const typed = useEffectEvent((next: string) => {
    if (next !== props.text) flushSync(() => props.change(next));
  });
  const left = useEffectEvent(() => props.blur());
  const made = useEffectEvent((parent: HTMLElement) => {
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((each) => each.annotation(given))) typed(update.state.doc.toString());
      if (update.focusChanged && !update.view.hasFocus) left();
    });
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          EditorState.lineSeparator.of('\n'),
          Prec.high(keymap.of([...(props.keys ?? [])])),
          keymap.of([...ownKeys, ...historyKeymap]),
          [history(), drawSelection(), indentOnInput(), bracketMatching(), EditorView.lineWrapping, syntaxHighlighting(colours)],
          [access.of(accessOf(readOnly)), attributes.of(attributesOf(props)), extensions, listen],
        ],
      }),
    });
  });
  useEffect(() => {
    if (!place.current) return;
    const view = made(place.current);
    own.current = view;
    return () => {
      view.destroy();
      own.current = null;
    };
  }, []);
  useImperativeHandle(props.view, () => own.current as EditorView);
  // In the same commit: later, the text could be older than what was typed meanwhile, and take its place.
  useLayoutEffect(() => {
    const view = own.current;
    const now = view?.state.doc.toString() ?? '';
    if (view && now !== text) view.dispatch({ changes: textChanges(now, text), annotations: given.of(true) });
  }, [text]);
  const { id, label, invalid, required, describedBy } = props;
  useEffect(() => {
    own.current?.dispatch({
      effects: [access.reconfigure(accessOf(readOnly)), attributes.reconfigure(attributesOf({ id, label, invalid, required, describedBy, readOnly }))],
    });
  }, [id, label, invalid, required, describedBy, readOnly]);
  return <div ref={place} className={classes['root']} data-invalid={invalid || undefined} data-readonly={readOnly || undefined} />;
}

const accessOf = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];

function attributesOf(props: Pick<CodeEditorProps, 'id' | 'label' | 'invalid' | 'required' | 'describedBy' | 'readOnly'>): Extension {
  const { id, label, invalid, required, describedBy, readOnly } = props;
  return EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    tabindex: '0', // it is reached by keyboard in any case: this says so, as a long text scrolls
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(readOnly ? { 'aria-readonly': 'true' } : {}),
  });
}

const colour = (name: string) => `var(--forms-code-${name})`;

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: colour('link') },
  { tag: [tags.string, tags.monospace], color: colour('string') },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: colour('number') },
  { tag: tags.propertyName, color: colour('link') },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.quote, tags.punctuation], color: colour('quiet') },
  { tag: tags.invalid, color: 'var(--mantine-color-error)' },
]);

import { Language, defineLanguageFacet } from '@codemirror/language';
import { EditorView, type KeyBinding } from '@codemirror/view';
import { GFM, parser } from '@lezer/markdown';
import { useLayoutEffect, useRef, useState } from 'react';

import { CodeEditor } from '../forms/editor/CodeEditor';
import { continued } from '../forms/editor/continued';
import { escapedAlt, inParagraph, markdownOf, wordlessAt } from '../forms/editor/insertions';
import { changePlaces, fillPlace, takesFiles } from '../forms/editor/pictures';
import { passedOn } from '../forms/editor/places';
import { FieldUploadList } from '../forms/media/FieldUploadList';
import { useTextFiles } from '../forms/media/useTextFiles';
import { Code, numbered } from '../forms/widgets/Code';
import { asText, type WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import type { FormatName } from './schema/extensions';
import { coversOf } from './tools/place';

const language = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;
const sight = EditorView.scrollMargins.of(({ dom }) => coversOf(dom));
const numberedInSight = [numbered, sight];

/** A text as it is kept. */
export function Raw({ format, ...props }: WidgetProps & { format: FormatName }) {
  return format === 'markdown' ? <MarkdownSource {...props} /> : <Code {...props} extensions={numberedInSight} />;
}

const keys: readonly KeyBinding[] = [{ key: 'Enter', run: goOn }];

function goOn(view: EditorView): boolean {
  const change = continued(view.state);
  if (change) view.dispatch(view.state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return change !== undefined;
}

/** It takes files of the library, and such as are dropped into it or pasted. */
function MarkdownSource(props: WidgetProps) {
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
  const [extensions] = useState(() => [language, sight, takesFiles(pass.take)]);
  return (
    <>
      <CodeEditor {...props} text={asText(props.value)} change={(next) => props.change(next || undefined)} extensions={extensions} keys={keys} view={view} />
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: props.label })} />
    </>
  );
}

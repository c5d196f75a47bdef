import { Language, defineLanguageFacet } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { GFM, parser } from '@lezer/markdown';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { pickAsset } from '../../media/questions';
import { pictureOf, useAllShown } from '../../media/shown';
import { CodeEditor } from '../editor/CodeEditor';
import { escapedAlt, inParagraph, markdownOf, wordlessAt } from '../editor/insertions';
import { markdownKeys, MarkdownToolbar } from '../editor/MarkdownToolbar';
import { changePlaces, fillPlace, takesFiles } from '../editor/pictures';
import { passedOn } from '../editor/places';
import { mediaIn, rendered } from '../editor/render';
import { FieldUploadList } from '../media/FieldUploadList';
import { useTextFiles } from '../media/useTextFiles';
import { asText, type WidgetProps } from './props';
import classes from './Markdown.module.css';
import { Count } from './Text';

const language = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;

type Sight = 'write' | 'both' | 'preview';

/** From this many pixels on, the text and its preview stand side by side. */
const wide = 720;

/** A text in Markdown: toolbar, editor and preview. */
export function Markdown(props: WidgetProps) {
  const { media } = useBootstrap().site.capabilities;
  return media ? <WithFiles {...props} /> : <Plain {...props} />;
}

function Plain(props: WidgetProps) {
  const view = useRef<EditorView>(null);
  return <Panes {...props} view={view} extensions={language} />;
}

/** It takes files of the library, and such as are dropped into it or pasted. */
function WithFiles(props: WidgetProps) {
  const { t } = useSpeech();
  const view = useRef<EditorView>(null);
  const { open, take, fileOf, library } = useTextFiles(props.path, {
    change: (change) => view.current && changePlaces(view.current, change),
    fill: (upload, file, alone) =>
      view.current && fillPlace(view.current, upload, (before, after) => (alone ? markdownOf(file) : inParagraph(markdownOf(file), before, after))),
    describe: (id, alt) => {
      const changes = wordlessAt(view.current?.state.doc.toString() ?? '', id).map((from) => ({ from, insert: escapedAlt(alt) }));
      if (changes.length > 0) view.current?.dispatch({ changes });
    },
  });
  const [pass] = useState(passedOn);
  useLayoutEffect(() => {
    pass.to(props.readOnly ? undefined : (files, at) => void take(files, at));
  });
  const [extensions] = useState(() => [language, takesFiles(pass.take)]);
  const insert = async () => {
    const asset = await pickAsset({ type: 'image' });
    const editor = view.current;
    if (!asset || !editor) return;
    editor.dispatch({ ...editor.state.replaceSelection(markdownOf(fileOf(asset))), scrollIntoView: true, userEvent: 'input' });
    editor.focus();
  };
  return (
    <>
      <Panes {...props} view={view} extensions={extensions} insert={library && !props.readOnly ? () => void insert() : undefined} />
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: props.label })} />
    </>
  );
}

interface PanesProps extends WidgetProps {
  view: RefObject<EditorView | null>;
  extensions: Extension;
  insert?: (() => void) | undefined;
}

function Panes({ view, extensions, insert, ...props }: PanesProps) {
  const { t } = useSpeech();
  const { id, value, change, readOnly, label } = props;
  const { ref, width } = useElementSize();
  const [wanted, setWanted] = useLocalStorage<Sight>({ key: 'quartet.markdown', defaultValue: 'both' });
  const isWide = width >= wide;
  const sight = wanted === 'both' && !isWide ? 'write' : wanted;
  const sights: Sight[] = isWide ? ['write', 'both', 'preview'] : ['write', 'preview'];
  const text = asText(value);
  return (
    <div ref={ref}>
      <Group justify="space-between" gap="xs" mb={4}>
        {readOnly || sight === 'preview' ? <span /> : <MarkdownToolbar view={() => view.current} controls={id} insert={insert} />}
        <SegmentedControl
          size="xs"
          aria-label={t('forms.markdown.sight', { field: label })}
          data={sights.map((each) => ({ value: each, label: t(`forms.markdown.${each}`) }))}
          value={sight}
          onChange={setWanted}
        />
      </Group>
      <div className={classes['panes']} data-sight={sight}>
        <div hidden={sight === 'preview'} className={classes['pane']}>
          <CodeEditor {...props} text={text} change={(next) => change(next || undefined)} extensions={extensions} keys={markdownKeys} view={view} />
        </div>
        {sight !== 'write' && <Preview text={text} label={label} />}
      </div>
      <Count {...props} from={0} />
    </div>
  );
}

function Preview({ text, label }: { text: string; label: string }) {
  const { t } = useSpeech();
  const latest = useDeferredValue(text);
  const ids = useMemo(() => mediaIn(latest), [latest]);
  const assets = useAllShown(ids);
  const html = useMemo(() => rendered(latest, (id) => pictureOf(assets.get(id))), [latest, assets]);
  return (
    <section className={classes['preview']} aria-label={t('forms.markdown.previewOf', { field: label })} tabIndex={0}>
      {html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : <Text c="dimmed" size="sm">{t('forms.markdown.nothing')}</Text>}
    </section>
  );
}

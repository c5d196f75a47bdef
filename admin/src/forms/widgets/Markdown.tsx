import { Language, defineLanguageFacet } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { GFM, parser } from '@lezer/markdown';
import { useDeferredValue, useMemo, useRef } from 'react';

import { useSpeech } from '../../i18n/text';
import { CodeEditor } from '../editor/CodeEditor';
import { markdownKeys, MarkdownToolbar } from '../editor/MarkdownToolbar';
import { rendered } from '../editor/render';
import { asText, type WidgetProps } from './props';
import classes from './Markdown.module.css';
import { Count } from './Text';

const extensions = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension;

type Sight = 'write' | 'both' | 'preview';

/** From this many pixels on, the text and its preview stand side by side. */
const wide = 720;

/** A text in Markdown: toolbar, editor and preview. */
export function Markdown(props: WidgetProps) {
  const { t } = useSpeech();
  const { id, value, change, readOnly, label } = props;
  const view = useRef<EditorView>(null);
  const { ref, width } = useElementSize();
  const [wanted, setWanted] = useLocalStorage<Sight>({ key: 'quartet.markdown', defaultValue: 'both' });
  const isWide = width >= wide;
  const sight = wanted === 'both' && !isWide ? 'write' : wanted;
  const sights: Sight[] = isWide ? ['write', 'both', 'preview'] : ['write', 'preview'];
  const text = asText(value);
  return (
    <div ref={ref}>
      <Group justify="space-between" gap="xs" mb={4}>
        {readOnly || sight === 'preview' ? <span /> : <MarkdownToolbar view={() => view.current} controls={id} />}
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
  const html = useMemo(() => rendered(latest), [latest]);
  return (
    <section className={classes['preview']} aria-label={t('forms.markdown.previewOf', { field: label })} tabIndex={0}>
      {html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : <Text c="dimmed" size="sm">{t('forms.markdown.nothing')}</Text>}
    </section>
  );
}

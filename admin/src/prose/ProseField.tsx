import { Button, Group, Skeleton } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Count } from '../forms/widgets/Text';
import { asText, type WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { lengthOfBlocks, minutesOf, type Length } from './count';
import { selectHit } from './find';
import { focusIn, written } from './focusIn';
import { Latest } from './latest';
import { useLook } from './look';
import classes from './Prose.module.css';
import type { Source } from './Raw';
import type { FormatName } from './schema/extensions';
import { goToSpot, spotIn, type Spot } from './spots';
import { useHeads } from './tools/heads';
import type { Making } from './useTextEditor';
import { Visual } from './Visual';

export const Markdown = (props: WidgetProps) => <ProseField {...props} format="markdown" />;
export const RichText = (props: WidgetProps) => <ProseField {...props} format="html" />;

/** Few look at a text as it is kept: what shows it comes when somebody does. */
const Raw = lazy(async () => ({ default: (await import('./Raw')).Raw }));

/** A text that is written as it looks, or as it is kept. */
function ProseField({ format, ...props }: WidgetProps & { format: FormatName }) {
  const { t } = useSpeech();
  const { look, focus } = useLook();
  const [raw, setRaw] = useState(false);
  const [begin, beginAt] = useState<Spot>();
  const [finding, setFinding] = useState(false);
  const [making, made] = useState<Making>();
  const editor = making?.editor;
  const field = useRef<HTMLDivElement>(null);
  const source = useRef<Source>(null);
  const [typed] = useState(() => new Latest<string | undefined>(undefined));
  // Who changes how the text is seen goes on writing in it: with the focus on a button, the next letters would be keys of the page.
  const goOn = () => (raw || !editor ? focusIn(field.current, written) : void editor.commands.focus());
  const find = (open: boolean) => {
    setFinding(open);
    if (open) return;
    if (raw) {
      source.current?.goOn();
      return;
    }
    if (editor) selectHit(editor.view);
    goOn();
  };
  const toggleFocus = () => {
    flushSync(() => focus?.toggle());
    goOn();
  };
  // They go on at the same place, in the same height of the window, and take back what they typed before.
  const toggleRaw = () => {
    if (editor && !raw) {
      editor.view.dom.blur(); // it would leave the text while React shows another
      flushSync(() => making.session.flush(editor));
    }
    const spot = raw ? (source.current?.spot() ?? begin) : making && spotIn(making.editor, making.session.written(making.editor));
    flushSync(() => {
      beginAt(spot);
      setFinding(false);
      setRaw(!raw);
    });
    if (raw && making && spot) goToSpot(making.editor, making.session.written(making.editor), spot);
    else focusIn(field.current, written, { preventScroll: true });
  };
  const changeRaw = (value: unknown) => {
    typed.is(asText(value));
    props.change(value);
  };
  useStaysAtCaret(editor, focus?.on);
  useHeads(field, focus?.on);
  return (
    <div ref={field} className={classes['field']} data-of={look}>
      <Visual {...props} format={format} look={look} finding={finding} find={find} made={made} hidden={raw} typed={typed} />
      {raw && (
        <Suspense fallback={<Skeleton height={320} />}>
          <Raw {...props} change={changeRaw} format={format} finding={finding} find={find} begin={begin} ref={source} />
        </Suspense>
      )}
      <Group gap={4} className={classes['foot'] ?? ''} role="group" aria-label={t('prose.viewOf', { field: props.label })}>
        {making && <LengthOf {...making} source={raw ? asText(props.value) : undefined} />}
        <Count {...props} from={0.8} />
        <span className={classes['space']} />
        {!props.readOnly && (
          <Button size="compact-xs" variant="subtle" color="gray" aria-expanded={finding} onClick={() => find(!finding)}>
            {t('prose.find')}
          </Button>
        )}
        {focus && (
          <Button size="compact-xs" variant="subtle" color="gray" aria-pressed={focus.on} onClick={toggleFocus}>
            {t(focus.on ? 'prose.focusEnd' : 'prose.focus')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" aria-pressed={raw} onClick={toggleRaw}>
          {t(format === 'markdown' ? 'prose.asMarkdown' : 'prose.asHtml')}
        </Button>
      </Group>
    </div>
  );
}

/** In another frame the text begins anew to scroll: it is scrolled to where somebody writes. */
function useStaysAtCaret(editor: Editor | undefined, focused: boolean | undefined): void {
  useEffect(() => {
    if (editor?.isDestroyed === false && editor.isFocused) editor.commands.scrollIntoView();
  }, [editor, focused]);
}

/** How long the text is, counted when nobody types for a moment; `source` is the text while it is written as it is kept. */
function LengthOf({ editor, session, source }: Making & { source: string | undefined }) {
  const { t, plural, number } = useSpeech();
  const [length, setLength] = useState<Length>(() => lengthOfBlocks(editor.state.doc.children));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => editor.isDestroyed || setLength(lengthOfBlocks(source === undefined ? editor.state.doc.children : session.read(editor, source)));
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(count, 400);
    };
    later();
    editor.on('transaction', later);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', later);
    };
  }, [editor, session, source]);
  const { words, wide } = length;
  const counts = [...(wide > 0 ? [plural('prose.characters', wide)] : []), ...(words > 0 || wide === 0 ? [plural('prose.words', words)] : [])];
  return (
    <span className={classes['length']}>
      {[...counts, ...(words + wide > 0 ? [t('prose.minutes', { minutes: number(minutesOf(length)) })] : [])].join(' · ')}
    </span>
  );
}

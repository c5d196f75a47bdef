import { Button, Group, Skeleton } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Count } from '../forms/widgets/Text';
import type { WidgetProps } from '../forms/widgets/props';
import { useSpeech } from '../i18n/text';
import { lengthOfDoc, minutesOf, type Length } from './count';
import { selectHit } from './find';
import { focusIn, written } from './focusIn';
import { useLook } from './look';
import classes from './Prose.module.css';
import type { FormatName } from './schema/extensions';
import { useHeads } from './tools/heads';
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
  const [finding, setFinding] = useState(false);
  const [editor, made] = useState<Editor>();
  const field = useRef<HTMLDivElement>(null);
  // Who changes how the text is seen goes on writing in it: with the focus on a button, the next letters would be keys of the page.
  const goOn = () => (raw || !editor ? focusIn(field.current, written) : void editor.commands.focus());
  const find = (open: boolean) => {
    setFinding(open);
    if (open || !editor) return;
    selectHit(editor.view);
    goOn();
  };
  const toggleFocus = () => {
    flushSync(() => focus?.toggle());
    goOn();
  };
  const toggleRaw = () => {
    flushSync(() => setRaw(!raw));
    focusIn(field.current, written);
  };
  useStaysAtCaret(editor, focus?.on);
  useHeads(field, focus?.on);
  return (
    <div ref={field} className={classes['field']} data-of={look}>
      {raw ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <Raw {...props} format={format} />
        </Suspense>
      ) : (
        <Visual {...props} format={format} look={look} finding={finding} find={find} made={made} />
      )}
      <Group gap={4} className={classes['foot'] ?? ''} role="group" aria-label={t('prose.viewOf', { field: props.label })}>
        {!raw && editor && <LengthOf editor={editor} />}
        <Count {...props} from={0.8} />
        <span className={classes['space']} />
        {!raw && !props.readOnly && (
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

/** How long the text is, counted when nobody types for a moment. */
function LengthOf({ editor }: { editor: Editor }) {
  const { t, plural, number } = useSpeech();
  const [length, setLength] = useState<Length>(() => lengthOfDoc(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => !editor.isDestroyed && setLength(lengthOfDoc(editor.state.doc)), 400);
    };
    editor.on('transaction', later);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', later);
    };
  }, [editor]);
  const { words, wide } = length;
  const counts = [...(wide > 0 ? [plural('prose.characters', wide)] : []), ...(words > 0 || wide === 0 ? [plural('prose.words', words)] : [])];
  return (
    <span className={classes['length']}>
      {[...counts, ...(words + wide > 0 ? [t('prose.minutes', { minutes: number(minutesOf(length)) })] : [])].join(' · ')}
    </span>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';

import { useSpeech } from '../../i18n/text';
import { readable } from '../../values/readable';
import type { PropertySchema } from '../../values/schema';
import { shortened, wordRuns } from './diff';
import classes from './FieldValue.module.css';

interface TextDiffProps {
  /** Of the property that holds the text, whose markup is not shown. */
  schema: PropertySchema | undefined;
  before: string;
  after: string;
  /** Leaves out what stayed. */
  short?: boolean;
}

/** What was taken out of a text and what was put in, word by word. */
export function TextDiff({ schema, before, after, short = false }: TextDiffProps) {
  const { t } = useSpeech();
  const runs = useMemo(() => {
    const all = wordRuns(...readable(before, after, schema));
    return short ? shortened(all) : all;
  }, [schema, before, after, short]);
  return (
    <div className={classes['text']}>
      {runs.map(({ text, of }, i) => {
        if (of === 'both') return <span key={i}>{text}</span>;
        const Mark = of === 'before' ? 'del' : 'ins';
        return (
          <Mark key={i}>
            <VisuallyHidden>{t(of === 'before' ? 'entry.removed' : 'entry.added')} </VisuallyHidden>
            {text}
          </Mark>
        );
      })}
    </div>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';

import { useSpeech } from '../../i18n/text';
import { shortened, wordRuns } from './diff';
import classes from './FieldValue.module.css';

/** What was taken out of a text and what was put in, word by word. `short` leaves out what stayed. */
export function TextDiff({ before, after, short = false }: { before: string; after: string; short?: boolean }) {
  const { t } = useSpeech();
  const runs = useMemo(() => {
    const all = wordRuns(before, after);
    return short ? shortened(all) : all;
  }, [before, after, short]);
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

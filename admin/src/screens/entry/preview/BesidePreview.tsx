import { lazy, Suspense, useEffect, type CSSProperties, type ReactNode } from 'react';

import type { EntryEditor } from '../editor';
import classes from './Preview.module.css';
import { choosePreview, isNarrow, usePreviewChoice } from './choice';
import { Divider } from './Divider';
import { hasPreview } from './PreviewToggle';

const LivePreview = lazy(() => import('./LivePreview').then((module) => ({ default: module.LivePreview })));

/** A form, and beside it the page that comes of it, when somebody wants to see it; where there is no room for both, one of them. */
export function BesidePreview({ editor, title, language, children }: { editor: EntryEditor; title: string; language?: string; children: ReactNode }) {
  const { open, share } = usePreviewChoice();
  const shown = open && hasPreview(editor);
  // What is wrong is said in the form, be it of the words or of what all languages share.
  const all = editor.parts ?? [editor];
  const [tried, failure] = [all.find((each) => each.tried)?.tried, all.find((each) => each.failure)?.failure];
  const resolving = all.some((each) => each.resolving);
  useEffect(() => {
    if (isNarrow() && (tried !== undefined || failure !== undefined || resolving)) choosePreview({ open: false });
  }, [tried, failure, resolving]);
  return (
    <div className={classes['split']} {...(shown ? { 'data-preview': true } : {})} style={{ '--share': `${share}%` } as CSSProperties}>
      <div className={classes['form']}>{children}</div>
      {shown && (
        <>
          <Divider share={share} />
          <Suspense fallback={<section className={classes['pane']} aria-busy="true" />}>
            <LivePreview editor={editor} title={title} language={language} />
          </Suspense>
        </>
      )}
    </div>
  );
}

import { lazy, Suspense, type CSSProperties, type ReactNode } from 'react';

import type { EntryEditor } from '../useEntryEditor';
import classes from './Preview.module.css';
import { usePreviewChoice } from './choice';
import { Divider } from './Divider';
import { hasPreview } from './PreviewToggle';

const LivePreview = lazy(() => import('./LivePreview').then((module) => ({ default: module.LivePreview })));

/** A form, and beside it the page that comes of it, when somebody wants to see it. */
export function BesidePreview({ editor, title, language, children }: { editor: EntryEditor; title: string; language?: string; children: ReactNode }) {
  const { open, share } = usePreviewChoice();
  const shown = open && hasPreview(editor);
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

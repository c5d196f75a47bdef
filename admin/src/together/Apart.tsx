import { use, type ReactNode } from 'react';

import { AlongContext, PanelContext } from './panel';
import { TogetherContext } from './store';

/**
 * A part of the page that may be of another entry than the one on which its people see each other. `page`: it is of that one.
 * `along`: it is of the entry that is shown along with it, and has the comments of that one. `none`: nobody else can have it open.
 * Nobody is told who types in the last two.
 */
export function Apart({ of, children }: { of: 'page' | 'along' | 'none'; children: ReactNode }) {
  const [page, along, store] = [use(PanelContext), use(AlongContext), use(TogetherContext)];
  return (
    <TogetherContext value={of === 'page' ? store : null}>
      <PanelContext value={{ page, along, none: null }[of]}>
        <div {...(of === 'page' ? {} : { 'data-apart': true })}>{children}</div>
      </PanelContext>
    </TogetherContext>
  );
}

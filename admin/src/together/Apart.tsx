import { use, type ReactNode } from 'react';

import { AlongContext, PanelContext } from './panel';
import { AlongStoreContext, TogetherContext } from './store';

/**
 * A part of the page that may be of another entry than the one on which its people see each other. `page`: it is of that one.
 * `along`: it is of the entry that is shown along with it, and has the people and the comments of that one. `none`: nobody else
 * can have it open, and nobody is told who types there.
 */
export function Apart({ of, children }: { of: 'page' | 'along' | 'none'; children: ReactNode }) {
  const panels = { page: use(PanelContext), along: use(AlongContext), none: null };
  const stores = { page: use(TogetherContext), along: use(AlongStoreContext), none: null };
  return (
    <TogetherContext value={stores[of]}>
      <PanelContext value={panels[of]}>
        <div {...(of === 'page' ? {} : { 'data-apart': of })}>{children}</div>
      </PanelContext>
    </TogetherContext>
  );
}

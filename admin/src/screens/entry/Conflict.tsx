import { lazy, Suspense } from 'react';

import { part } from '../../app/part';
import type { ConflictProps } from './ConflictChoices';

const ConflictChoices = lazy(part(() => import('./ConflictChoices').then((module) => ({ default: module.ConflictChoices }))));

/** What two people made of an entry, which comes when there is a choice to make. */
export function Conflict(props: ConflictProps) {
  return (
    <Suspense>
      <ConflictChoices {...props} />
    </Suspense>
  );
}

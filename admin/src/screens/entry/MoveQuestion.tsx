import { lazy, Suspense } from 'react';

import { part } from '../../app/part';
import type { MoveChoiceProps } from './MoveChoice';

const MoveChoice = lazy(part(() => import('./MoveChoice').then((module) => ({ default: module.MoveChoice }))));

/** The question before a move. It comes after the page, and before somebody asks for it. */
export const MoveQuestion = (props: MoveChoiceProps) => (
  <Suspense>
    <MoveChoice {...props} />
  </Suspense>
);

import { lazy, Suspense } from 'react';

import { part } from '../../../app/part';
import type { PublishSheetProps } from './PublishChoice';

const PublishChoice = lazy(part(() => import('./PublishChoice').then((module) => ({ default: module.PublishChoice }))));

/** The sheet before a publish. It comes after the page, and before somebody asks for it. */
export const PublishSheet = (props: PublishSheetProps) => (
  <Suspense>
    <PublishChoice {...props} />
  </Suspense>
);

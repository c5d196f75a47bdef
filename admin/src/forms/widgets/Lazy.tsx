import { Skeleton } from '@mantine/core';
import { lazy, Suspense, type ComponentType } from 'react';

import type { WidgetProps } from './props';

/** A control that comes when it is needed; until then there is a place of about its height. */
export function later(load: () => Promise<ComponentType<WidgetProps>>, height: number): ComponentType<WidgetProps> {
  const Widget = lazy(() => load().then((component) => ({ default: component })));
  return function Later(props: WidgetProps) {
    return (
      <Suspense fallback={<Skeleton height={height} />}>
        <Widget {...props} />
      </Suspense>
    );
  };
}

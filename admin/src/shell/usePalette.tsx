import { Overlay } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

import { HeldKeys } from './heldKeys';

const load = () => import('./Palette');
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })));
const keys = new HeldKeys(window);
const ready = () => keys.release();

/** The palette, and what opens it: from the press on, what is typed goes there. */
export function usePalette(): { palette: ReactNode; open: () => void } {
  const [asked, ask] = useState(0);
  useEffect(preload, []);
  const open = () => {
    keys.hold();
    ask((n) => n + 1);
  };
  const palette = asked > 0 && (
    <Suspense fallback={<Overlay fixed backgroundOpacity={0.4} zIndex={400} />}>
      <Palette asked={asked} ready={ready} />
    </Suspense>
  );
  return { palette, open };
}

/** Fetches it while there is nothing else to do. Where that fails, it is fetched again when it is asked for. */
function preload(): () => void {
  const fetchIt = () => void load().catch(() => undefined);
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchIt, 2000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(fetchIt);
  return () => window.cancelIdleCallback(idle);
}

import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { part } from '../app/part';
import { useSpeech } from '../i18n/text';
import { notifyFailure } from '../ui/notify';
import { HeldKeys } from './heldKeys';
import type { PaletteProps } from './Palette';

const load = part(() => import('./Palette'));
const keys = new HeldKeys(window);
const ready = () => keys.release();

/** The palette, and what opens it: from the press on, what is typed goes there. */
export function usePalette(openHelp: () => void): { palette: ReactNode; open: () => void } {
  const speech = useSpeech();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [asked, ask] = useState(0);
  useEffect(preload, []);
  const open = async () => {
    keys.hold();
    try {
      const { Palette: loaded } = await load();
      setPalette(() => loaded);
      ask((n) => n + 1);
    } catch (error) {
      keys.release();
      notifyFailure(speech, error, speech.t('trouble.offline'));
    }
  };
  return { palette: Palette && asked > 0 && <Palette asked={asked} ready={ready} openHelp={openHelp} />, open: () => void open() };
}

/** Fetches it while there is nothing else to do. Where that fails, it is fetched when it is asked for. */
function preload(): () => void {
  const fetchIt = () => void load().catch(() => undefined);
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchIt, 2000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(fetchIt);
  return () => window.cancelIdleCallback(idle);
}

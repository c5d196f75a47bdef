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

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches it at the first sign of a person: the page itself comes first. Where that fails, it is fetched when it is asked for. */
function preload(): () => void {
  const stop = () => signs.forEach((sign) => window.removeEventListener(sign, fetchIt));
  const fetchIt = () => {
    stop();
    void load().catch(() => undefined);
  };
  signs.forEach((sign) => window.addEventListener(sign, fetchIt, { passive: true }));
  return stop;
}

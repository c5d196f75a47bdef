import { useSyncExternalStore } from 'react';

import { remember, remembered } from '../../../app/preferences';
import { devices, shareOf, shares, type Device } from './devices';

/** Whether and how a person sees pages beside forms, in this browser. */
export interface Choice {
  open: boolean;
  device: Device;
  /** How much the form has of the width, in percent. */
  share: number;
}

const key = 'quartet.preview';

/** Whether there is no room for both: the page is then seen in the place of the form, as the styles of this folder have it. */
export const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(max-width: 62em)').matches;

function read(): Choice {
  const { open, device, share } = remembered(key);
  return {
    open: open === true && !isNarrow(), // who comes back comes to the text
    device: devices.find((each) => each === device) ?? 'desktop',
    share: typeof share === 'number' && Number.isFinite(share) ? shareOf(share) : shares.start,
  };
}

let current: Choice | undefined;
const watchers = new Set<() => void>();

export function previewChoice(): Choice {
  return (current ??= read());
}

export function choosePreview(changed: Partial<Choice>): void {
  current = { ...previewChoice(), ...changed };
  remember(key, isNarrow() ? { ...current, open: remembered(key)['open'] === true } : current);
  watchers.forEach((tell) => tell());
}

export function usePreviewChoice(): Choice {
  return useSyncExternalStore((tell) => {
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, previewChoice);
}

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

function read(): Choice {
  const { open, device, share } = remembered(key);
  return {
    open: open === true,
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
  remember(key, current);
  watchers.forEach((tell) => tell());
}

export function usePreviewChoice(): Choice {
  return useSyncExternalStore((tell) => {
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, previewChoice);
}

import { useSyncExternalStore } from 'react';

import type { MediaType } from '../api/media';
import type { Asset, Purpose } from '../api/types.gen';

/** What may be picked. */
export interface PickOptions {
  /** Only assets of this purpose; what is uploaded meanwhile gets it. */
  purpose?: string;
  type?: MediaType;
  /** More than one, at most so many. */
  most?: number;
  /** Where the file goes, somebody is asked what it shows. */
  asksThere?: boolean;
}

/** What is asked of whoever sits there; MediaHost shows it. */
export type MediaQuestion =
  | { kind: 'pick'; options: PickOptions; answer: (assets: Asset[] | null) => void }
  | { kind: 'purpose'; count: number; purposes: readonly Purpose[]; answer: (purpose: Purpose | null) => void };

let open: readonly MediaQuestion[] = [];
const watchers = new Set<() => void>();

function change(next: readonly MediaQuestion[]): void {
  open = next;
  watchers.forEach((tell) => tell());
}

function ask<T>(build: (answer: (value: T | null) => void) => MediaQuestion): Promise<T | null> {
  return new Promise((resolve) => {
    const question = build((value) => {
      change(open.filter((each) => each !== question));
      resolve(value);
    });
    change([...open, question]);
  });
}

/** Opens the library in a dialog. Answers what was picked; null for nothing. */
export async function pickAsset(options: Omit<PickOptions, 'most'> = {}): Promise<Asset | null> {
  const [only = null] = (await pickAssets({ ...options, most: 1 })) ?? [];
  return only;
}

/** The same for several at once, in the order in which they were chosen. */
export function pickAssets(options: PickOptions): Promise<Asset[] | null> {
  return ask<Asset[]>((answer) => ({ kind: 'pick', options, answer }));
}

/** Asks what files are for, where they may be for more than one thing. */
export function askPurpose(count: number, purposes: readonly Purpose[]): Promise<Purpose | null> {
  return ask<Purpose>((answer) => ({ kind: 'purpose', count, purposes, answer }));
}

/** The questions that wait, each above those before it. */
export function useMediaQuestions(): readonly MediaQuestion[] {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => open,
  );
}

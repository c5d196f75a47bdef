import { useSyncExternalStore } from 'react';

import { announceUpload, cancelUpload, commitUpload } from '../../api/media';
import { mediaPolicy } from '../policy';
import { PreparationFailure } from '../variants/made';
import { Uploads } from './engine';
import { network } from './patience';
import { http } from './transfer';
import { isRunning, type Upload } from './upload';

/** A browser has six connections to a service without HTTP/2: some of them are left to the pages. */
const mostTogether = 4;

/** The uploads of this page: they outlive every screen of it. */
export const uploads = new Uploads({
  prepare: async (file, purpose) => {
    const { maxUpload } = mediaPolicy();
    if (file.size === 0) throw new PreparationFailure('empty', file.type);
    const [{ prepare }, { read }] = await Promise.all([import('../variants/prepare'), import('../variants/reader')]);
    const limited = Object.fromEntries(Object.entries(purpose.maxBytes).map(([mime, most]) => [mime, Math.min(most, maxUpload)]));
    return prepare(file, { ...purpose, maxBytes: limited }, read);
  },
  announce: announceUpload,
  commit: commitUpload,
  forget: cancelUpload,
  wire: http,
  line: network,
  together: () => Math.min(mostTogether, mediaPolicy().concurrentUploads),
});

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot);
}

/** One of them; undefined once it was taken away. */
export function useUpload(id: string): Upload | undefined {
  return useUploads().find((each) => each.id === id);
}

/** Asks before the tab is closed while something is on its way. */
function askBeforeUnload(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let asks = false;
  uploads.subscribe(() => {
    const runs = uploads.snapshot().some(isRunning);
    if (runs === asks) return;
    asks = runs;
    if (runs) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

askBeforeUnload();

import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Asset } from '../../api/types.gen';
import { isRunning, type Upload } from '../../media/uploads/upload';
import { uploads, useUploads } from '../../media/uploads/uploads';
import { uploadFiles } from '../../media/uploadFiles';
import { useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/** An upload that is in the library. */
export type Arrival = { upload: string; asset: Asset };

export interface FieldUploads {
  /** Those that run and those that failed and can be tried again, the oldest first. */
  open: readonly Upload[];
  /** Answers the ids of the uploads; none where the question for their purpose was closed. */
  give: (files: readonly File[]) => Promise<readonly string[]>;
}

/**
 * Uploads into a field. Each that arrives is told once, while the field is there, with the order in which all were given. As long as one runs, the form is not
 * sent: what it is to hold is not in its value.
 */
export function useFieldUploads(path: Path, arrived: (arrivals: Arrival[], order: readonly string[]) => void, asksThere = false): FieldUploads {
  const all = useUploads();
  const [order, setOrder] = useState<readonly string[]>([]);
  const told = useRef(new Set<string>());
  const own = all.filter(({ id }) => order.includes(id));
  const open = own.filter((each) => isRunning(each) || each.state === 'failed');
  const runs = own.some(isRunning);
  useUnderway(path, runs);
  const tell = useEffectEvent(() => {
    const arrivals = own.flatMap(({ id, asset, state }) => (state === 'done' && asset && !told.current.has(id) ? [{ upload: id, asset }] : []));
    arrivals.forEach(({ upload }) => told.current.add(upload));
    if (arrivals.length > 0) arrived(arrivals, order);
  });
  const done = own.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    if (done > 0) tell();
  }, [done]);
  const give = async (files: readonly File[]) => {
    const ids = (await uploadFiles(files, { asksThere })).map(({ id }) => id);
    setOrder((before) => [...before, ...ids]);
    return ids;
  };
  return { open, give };
}

function useUnderway(path: Path, runs: boolean): void {
  const { unread } = useFrame();
  const tell = useEffectEvent((is: boolean) => unread(path, is ? 'upload' : undefined));
  const pointer = pointerTo(path);
  useEffect(() => {
    if (!runs) return;
    tell(true);
    return () => tell(false);
  }, [runs, pointer]);
}

/** Stops what another file takes the place of. */
export function cancelAll(open: readonly Upload[]): void {
  open.forEach(({ id }) => {
    uploads.cancel(id);
    uploads.dismiss(id);
  });
}

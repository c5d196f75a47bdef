import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type ReactNode } from 'react';

import { filesOf, pastedFiles } from '../../media/uploadFiles';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import type { WidgetProps } from '../widgets/props';
import classes from './Media.module.css';

/** The frame of a field for files. It takes those that are dropped on it, and those that are pasted while it has the focus. */
export function DropFrame({ field, give, children }: { field: WidgetProps; give: ((files: File[]) => void) | undefined; children: ReactNode }) {
  const { idPrefix } = useFrame();
  const place = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  usePaste(place, give);
  const { label, path, invalid, describedBy } = field;
  const hold = (event: DragEvent) => {
    if (!give || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = filesOf(event.dataTransfer);
    if (!give || files.length === 0) return;
    event.preventDefault();
    give(files);
  };
  return (
    <div
      ref={place}
      id={fieldId(idPrefix, pointerTo(path))}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={-1}
      className={classes['frame']}
      data-over={over || undefined}
      data-faulty={invalid || undefined}
      data-readonly={give ? undefined : true}
      onDragOver={hold}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

/** Where nothing is selected a paste is the whole page's, so that the focus decides whose it is. */
function usePaste(place: { current: HTMLDivElement | null }, give: ((files: File[]) => void) | undefined): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (!give || files.length === 0 || event.defaultPrevented || !place.current?.contains(document.activeElement)) return;
    event.preventDefault();
    give(files);
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('paste', (event) => take(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}

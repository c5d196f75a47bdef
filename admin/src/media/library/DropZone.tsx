import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { filesOf } from '../uploadFiles';
import classes from './DropZone.module.css';

/** Takes files that are dropped anywhere in the window, or pasted, while it is there. `off`: something above it takes them. */
export function DropZone({ give, off = false, children }: { give: (files: File[]) => void; off?: boolean; children: ReactNode }) {
  const { t } = useSpeech();
  const over = useDroppedFiles(give, off);
  return (
    <>
      {children}
      {over && (
        <div className={classes['over']} aria-hidden="true">
          <span>{t('media.dropHere')}</span>
        </div>
      )}
    </>
  );
}

/** Whether files are held above the window. */
function useDroppedFiles(give: (files: File[]) => void, off: boolean): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer | null, event: Event) => {
    const files = filesOf(data);
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    give(files);
  });
  useEffect(() => {
    if (off) return;
    const listening = new AbortController();
    const { signal } = listening;
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    addEventListener('dragover', (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      setOver(true);
    }, { signal });
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener('drop', (event) => {
      setOver(false);
      take(event.dataTransfer, event);
    }, { signal });
    addEventListener('paste', (event) => take(event.clipboardData, event), { signal });
    return () => {
      listening.abort();
      setOver(false);
    };
  }, [off]);
  return over;
}

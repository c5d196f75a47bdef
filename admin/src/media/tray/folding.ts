import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { isRunning, type Upload } from '../uploads/upload';

/** How long the tray stays open once all is done, and then as one line, in milliseconds: long enough to read what became of a file. */
export const rest = 4000;

/** How long it stays open where it asks something, such as what a picture shows: somebody has to find the words. */
export const restAsking = 30_000;

/** How it stands with uploads as a whole. */
export function standOf(uploads: readonly Upload[]): 'running' | 'failed' | 'done' {
  if (uploads.some(isRunning)) return 'running';
  return uploads.some(({ state }) => state === 'failed') ? 'failed' : 'done';
}

export interface Folding {
  open: boolean;
  toggle: () => void;
  /** While somebody is in it, nothing folds away under their hands. */
  hold: (held: boolean) => void;
}

/**
 * Whether each upload is shown, or one line for all. It folds itself a while after all are done, and opens for what fails:
 * that stays until somebody folds it (decision 293). What is folded goes, unless it asks something (decision 344).
 */
export function useFolding(uploads: readonly Upload[], asks: boolean, leave: () => void): Folding {
  const [open, setOpen] = useState(true);
  const [held, hold] = useState(false);
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const before = useRef(failed);
  useEffect(() => {
    if (failed > before.current) setOpen(true);
    before.current = failed;
  }, [failed]);
  const rests = standOf(uploads) === 'done' && !held;
  // What somebody opens again stays open, until more is uploaded.
  const [kept, keep] = useState<number>();
  const folds = rests && kept !== uploads.length;
  useEffect(() => {
    if (!folds) return;
    const timer = setTimeout(() => setOpen(false), asks ? restAsking : rest);
    return () => clearTimeout(timer);
  }, [folds, asks, uploads.length]);
  const goes = rests && !open && !asks;
  const gone = useEffectEvent(leave);
  useEffect(() => {
    if (!goes) return;
    const timer = setTimeout(() => gone(), rest);
    return () => clearTimeout(timer);
  }, [goes, uploads.length]);
  const toggle = () => {
    keep(open ? undefined : uploads.length);
    setOpen(!open);
  };
  return { open, toggle, hold };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { DraftKeeper } from '../../drafts/keeper';
import type { DraftPlace } from '../../drafts/store';
import { tabName, whenDropped } from '../../drafts/tab';
import { type Data } from '../../values/data';
import { draftOf, editsOf, isMadeOn, type Edits } from './edits';
import type { Working } from './working';

/** Changes of an earlier visit, until somebody says what becomes of them. */
export interface FoundDraft {
  /** When they were typed, in epoch milliseconds; undefined without any. */
  at: number | undefined;
  /** What they change. */
  fields: readonly string[];
  /** Whether the entry was changed since. */
  outdated: boolean;
  restore: () => void;
  /** Drops them. Tells how they are brought back. */
  drop: () => () => void;
  /** Whether what is typed is kept in the browser. */
  kept: boolean;
}

/** Changes of an entry, kept in the browser until the service has them (decision 225). */
export function useDraft(place: DraftPlace, stored: Working | undefined, start: Data) {
  const [edits, setEdits] = useState<Edits>();
  const [kept, setKept] = useState(true);
  const [tab] = useState(tabName);
  const now = useRef<Edits>(undefined);
  const [keeper] = useState(() => new DraftKeeper({ ...place, tab }, setKept));
  const [found, setFound] = useState(() => {
    const draft = keeper.find();
    return draft && editsOf(draft, stored, start) ? draft : undefined;
  });
  useEffect(() => {
    const flush = () => keeper.flush();
    const deaf = whenDropped((key) => keeper.rewrite(key));
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      deaf();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [keeper]);
  /** `id` is that of the entry when it has just been made. */
  const edit = (next: Edits | undefined, id = place.id) => {
    now.current = next;
    setEdits(next);
    keeper.moveTo({ ...place, tab, id });
    if (next) keeper.keep(draftOf(next, start, Date.now()));
    else keeper.drop();
  };
  // What is not saved goes where it is looked for from now on.
  const moveOn = useEffectEvent(() => {
    if (now.current) edit(now.current);
  });
  useEffect(() => moveOn(), [place.id]);
  const draft: FoundDraft = {
    at: found?.at,
    fields: Object.keys(found?.patch ?? {}),
    outdated: found !== undefined && stored !== undefined && !isMadeOn(found, stored),
    kept,
    restore: () => {
      if (found) edit(editsOf(found, stored, start));
      setFound(undefined);
    },
    drop: () => {
      keeper.drop();
      setFound(undefined);
      return () => {
        if (!found || now.current) return;
        keeper.keep(found);
        setFound(found);
      };
    },
  };
  return { edits, latest: () => now.current, edit, flush: () => keeper.flush(), draft };
}

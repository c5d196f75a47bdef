import { useEffect, useRef, useState } from 'react';

import type { Entry } from '../../api/types.gen';
import { DraftKeeper } from '../../drafts/keeper';
import type { DraftPlace } from '../../drafts/store';
import { type Data } from '../../values/data';
import { draftOf, editsOf, type Edits } from './edits';

/** Changes of an earlier visit, until somebody says what becomes of them. */
export interface FoundDraft {
  /** When they were typed, in epoch milliseconds; undefined without any. */
  at: number | undefined;
  /** Whether the entry was changed since. */
  outdated: boolean;
  restore: () => void;
  drop: () => void;
  /** Whether what is typed is kept in the browser. */
  kept: boolean;
}

/** Changes of an entry, kept in the browser for as long as they are not saved. */
export function useDraft(place: DraftPlace, stored: Entry | undefined, start: Data) {
  const [edits, setEdits] = useState<Edits>();
  const [kept, setKept] = useState(true);
  const now = useRef<Edits>(undefined);
  const [keeper] = useState(() => new DraftKeeper(place, setKept));
  const [found, setFound] = useState(() => {
    const draft = keeper.find();
    return draft && editsOf(draft, stored, start) ? draft : undefined;
  });
  useEffect(() => {
    const flush = () => keeper.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  /** `id` is that of the entry when it has just been made. */
  const edit = (next: Edits | undefined, id = place.id) => {
    now.current = next;
    setEdits(next);
    keeper.moveTo({ ...place, id });
    if (next) keeper.keep(draftOf(next, start, Date.now()));
    else keeper.drop();
  };
  const draft: FoundDraft = {
    at: found?.at,
    outdated: found !== undefined && stored !== undefined && found.version !== stored.version,
    kept,
    restore: () => {
      if (found) edit(editsOf(found, stored, start));
      setFound(undefined);
    },
    drop: () => {
      keeper.drop();
      setFound(undefined);
    },
  };
  return { edits, latest: () => now.current, edit, draft };
}

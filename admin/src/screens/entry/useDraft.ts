import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { DraftKeeper } from '../../drafts/keeper';
import type { Draft, DraftPlace } from '../../drafts/store';
import { listen, thisPage } from '../../drafts/tab';
import { sameValue, type Data } from '../../values/data';
import { draftOf, editsOf, type Edits } from './edits';
import type { Working } from './working';

/** Changes of an earlier visit that are in the form again. */
export interface Restored {
  /** When they were typed, in epoch milliseconds. */
  at: number;
  /** What they change. */
  fields: readonly string[];
}

/** What the browser keeps of an entry. */
export interface KeptDraft {
  /** For a moment: whether another tab works on what was found. Until that is known nothing can be typed. */
  isSought: boolean;
  /** Whether the form has exactly what was found: nobody has done anything with it yet. */
  isAsFound: boolean;
  /** What was found, for as long as it is what the form has and somebody may want to take it back. */
  restored: Restored | undefined;
  /** Whether what is typed is kept in the browser. */
  kept: boolean;
}

/** What was restored, and on which state of the entry. */
interface Found {
  draft: Draft;
  onto: Working | undefined;
  edits: Edits;
}

/** Changes of an entry, kept in the browser until the service has them, and restored from there (decisions 225, 365). */
export function useDraft(place: DraftPlace, stored: Working | undefined, start: Data) {
  const [kept, setKept] = useState(true);
  const [tab] = useState(thisPage.name);
  const [keeper] = useState(() => new DraftKeeper({ ...place, tab }, setKept));
  const [found, setFound] = useState<Found | undefined>(() => {
    const draft = keeper.find();
    const edits = draft && editsOf(draft, stored, start);
    return edits && { draft, onto: stored, edits };
  });
  const [edits, setEdits] = useState<Edits | undefined>(found?.edits);
  const now = useRef(edits);
  const typedAt = useRef(found?.draft.at);
  const [isSought, setSought] = useState(() => !found && keeper.others().some(({ draft }) => editsOf(draft, stored, start)));
  useEffect(() => {
    const flush = () => keeper.flush();
    const deaf = listen({ dropped: (key) => keeper.rewrite(key), holds: (key) => keeper.holds(key) });
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      deaf();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [keeper]);
  const restore = useEffectEvent((draft: Draft | undefined) => {
    const next = draft && editsOf(draft, stored, start);
    if (!next || now.current) return;
    now.current = next;
    typedAt.current = draft.at;
    setEdits(next);
    setFound({ draft, onto: stored, edits: next });
  });
  const isWanted = useEffectEvent((draft: Draft) => editsOf(draft, stored, start) !== undefined);
  useEffect(() => {
    if (now.current) return undefined;
    keeper.drop(); // what changes nothing any more
    if (keeper.others().length === 0) return undefined;
    let isHere = true;
    void keeper.takeOver((draft) => isWanted(draft)).then((draft) => {
      if (!isHere) return; // the editor that comes next in this page finds it
      restore(draft);
      setSought(false);
    });
    return () => {
      isHere = false;
    };
  }, [keeper]);
  /** `id` is that of the entry when it has just been made. */
  const edit = (next: Edits | undefined, id = place.id) => {
    // What is sent, or goes elsewhere, was not typed again.
    if (!typedAt.current || next?.value !== now.current?.value) typedAt.current = Date.now();
    now.current = next;
    setEdits(next);
    keeper.moveTo({ ...place, tab, id });
    if (next) keeper.keep(draftOf(next, start, typedAt.current));
    else keeper.drop();
  };
  // What is not saved goes where it is looked for from now on.
  const moveOn = useEffectEvent(() => {
    if (now.current) edit(now.current);
  });
  useEffect(() => moveOn(), [place.id]);
  const value = edits?.value ?? stored?.data ?? start;
  const isThere = found !== undefined && isUntouched(found, value, stored);
  return {
    edits,
    latest: () => now.current,
    edit,
    flush: () => keeper.flush(),
    draft: {
      isSought,
      isAsFound: found !== undefined && found.edits === edits,
      restored: isThere ? { at: found.draft.at, fields: Object.keys(found.draft.patch) } : undefined,
      kept,
    } satisfies KeptDraft,
    /** What makes of what was restored what was there before it, and back; and whether a pending draft is of nothing else. */
    ways: isThere ? { away: before(found, edits, start), back: found.draft.patch, begins: found.onto?.draft === undefined } : undefined,
  };
}

/** Whether the form still has what was restored, and nothing but an autosave was done with it. */
const isUntouched = ({ draft: { patch }, onto }: Found, value: Data, stored: Working | undefined) =>
  stored?.version === onto?.version && Object.keys(patch).every((field) => sameValue(value[field] ?? null, patch[field]));

/** What the restored fields were: of each what it was made on while it is not saved, and then what it was saved onto. */
function before({ draft: { patch }, onto }: Found, edits: Edits | undefined, start: Data): Data {
  const made = edits?.base?.data ?? start;
  const isSaved = (field: string) => !edits || sameValue(made[field] ?? null, patch[field]);
  return Object.fromEntries(Object.keys(patch).map((field) => [field, (isSaved(field) ? (onto?.data ?? start) : made)[field] ?? null]));
}

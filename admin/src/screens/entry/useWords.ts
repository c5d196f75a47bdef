import { useState } from 'react';

import type { EntryMove } from '../../api/entries';
import type { Collection, EntryDetail } from '../../api/types.gen';
import type { Data } from '../../values/data';
import { completed } from './completeness';
import type { EntrySearch } from './search';
import { useUnsaved } from './unsaved';
import type { EntryEditor } from './editor';
import { useEntryEditor } from './useEntryEditor';

/** A translation of an entry, in one language. */
export interface Words {
  locale: string;
  /** undefined for a translation that is not made yet. */
  detail: EntryDetail | undefined;
  /** What it begins with then. */
  start: Data;
}

interface WordsOptions {
  idPrefix: string;
  /** Under which name the draft is kept of what is not made yet. */
  draftId: string;
  /** What is known of it by the time that it is made. */
  seed?: () => Data;
  stays?: (search: EntrySearch) => boolean;
  /** Whether it is made by itself (decision 352); and not yet, while what it is a translation of is not made. */
  begins?: (value: Data) => boolean;
  waits?: boolean;
  /** Saves it where the page is left. */
  save?: () => Promise<unknown>;
}

const never = () => false;

/** An entry that is not asked for any more once it is deleted: as it was seen last, until it is deleted here or let go (decision 329). */
export function useLastSeen(detail: EntryDetail | undefined) {
  const [last, setLast] = useState(detail);
  const [left, leave] = useState<string>();
  if (detail && detail !== last) setLast(detail);
  const seen = detail ?? (last?.entry.id === left ? undefined : last);
  return { detail: seen, gone: !detail && seen !== undefined, letGo: () => leave(last?.entry.id) };
}

/** The editor of a translation. What joins it to its entry, and its language, are no fields of it. */
export function useWords(collection: Collection, { locale, detail: given, start }: Words, { idPrefix, draftId, seed = () => start, stays = never, begins, waits = false, save }: WordsOptions): EntryEditor {
  const [begun] = useState(start);
  const on = collection.translates?.on ?? '';
  const [hidden] = useState(() => ['locale', on]);
  const { detail, gone, letGo } = useLastSeen(given);
  const fresh = `new ${draftId} ${locale}`;
  const editor = useEntryEditor({
    collection, detail, gone, start: begun, idPrefix, hidden, begins, waits,
    draftId: detail?.entry.id ?? fresh,
    complete: (value) => completed(seed(), begun, value),
    anew: { draftId: fresh, begin: letGo },
  });
  const move = async (kind: EntryMove) => {
    const done = await editor.move(kind);
    if (done && kind === 'delete') letGo();
    return done;
  };
  const own = { ...editor, move };
  useUnsaved({ place: idPrefix, editor: own, stays, ...(save ? { save } : {}) });
  return own;
}

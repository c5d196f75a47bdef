import { useState } from 'react';

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
}

const never = () => false;

/** The editor of a translation. What joins it to its entry, and its language, are no fields of it. */
export function useWords(collection: Collection, { locale, detail, start }: Words, { idPrefix, draftId, seed = () => start, stays = never }: WordsOptions): EntryEditor {
  const [begun] = useState(start);
  const on = collection.translates?.on ?? '';
  const [hidden] = useState(() => ['locale', on]);
  const editor = useEntryEditor({
    collection, detail, start: begun, idPrefix, hidden,
    draftId: detail?.entry.id ?? `new ${draftId} ${locale}`,
    complete: (value) => completed(seed(), begun, value),
  });
  useUnsaved({ place: idPrefix, editor, stays });
  return editor;
}

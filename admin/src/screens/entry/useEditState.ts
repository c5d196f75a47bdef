import { useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { Entry, EntryDetail } from '../../api/types.gen';
import { useMe } from '../../api/session';
import { useUnreadForms } from '../../forms/useUnread';
import type { Deed } from '../../values/reasons';
import type { Asked, EditorOptions } from './editor';
import { useAttempt } from './useAttempt';
import { useDraft } from './useDraft';
import { useMisfits } from './useMisfits';
import { useRows } from './useRows';
import { isSameState, workingOf } from './working';

const unasked: Asked = () => Promise.resolve(() => undefined);

/** What an entry's form has: the entry as the service has it, what is typed on it, and what became of the last attempt. */
export function useEditState({ collection, detail: given, start, draftId, ask = unasked }: EditorOptions) {
  const me = useMe();
  const rows = useRows();
  // What was just made is known here before whoever uses the editor has heard of it.
  const [made, setMade] = useState<EntryDetail>();
  // What was put there by a save is seen at once: the page hears of it later, and would show what was before it.
  const detail = given ? (rows.known(given.entry) ?? given) : made;
  const stored = useMemo(() => detail && workingOf(detail), [detail]);
  // What has just been made is known to who saves at the same moment, too: they would make it again.
  const here = useRef(stored);
  useLayoutEffect(() => {
    here.current = stored;
  }, [stored]);
  const attempt = useAttempt();
  const misfits = useMisfits();
  const [resolving, resolve] = useState(false);
  // Who went back to the form is not asked again until they save.
  const [postponed, postpone] = useState(false);
  const question = useRef<'open' | 'declined'>(undefined);
  const { edits, latest, edit, flush, draft, ways } = useDraft({ user: me.userId, collection: collection.name, id: made?.entry.id ?? draftId }, stored, start);
  const unread = useUnreadForms();
  const asked: Asked = async (sent) => {
    let answer: typeof question.current;
    question.current = 'open';
    try {
      const then = await ask(sent);
      if (!then) answer = 'declined';
      return then;
    } finally {
      question.current = answer;
    }
  };
  const fail = (error: unknown, row: Entry | null | undefined, deed?: Deed) => {
    attempt.fail(error, deed);
    flush(); // the session may have ended, which leads away from here
    if (row) rows.replace(row);
  };
  return {
    me, rows, detail, stored, attempt, misfits, fail, resolving, resolve, postponed, postpone, asked, edits, latest, edit, draft, ways, unread,
    isAsking: () => question.current === 'open',
    wasDeclined: () => question.current === 'declined',
    /** What is saved next is another question. */
    forgetAnswer: () => {
      if (question.current === 'declined') question.current = undefined;
    },
    /** The entry as it is known at this moment. */
    present: () => here.current,
    value: edits?.value ?? stored?.data ?? start,
    // Also where somebody else has made what is begun here.
    newer: stored && edits && !(edits.base && isSameState(edits.base, stored)) ? stored : undefined,
    /** An entry that is not given is known from here: as it is now, or not at all any more. */
    learn: (now: EntryDetail | undefined) => {
      here.current = now && workingOf(now);
      if (!given || !now) setMade(now);
    },
  };
}

export type EditState = ReturnType<typeof useEditState>;

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { createEntry, currentRow, keepDraft, patchEntry, saveDraft } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import type { Entry, EntryDetail } from '../../api/types.gen';
import { focusFirstInvalid } from '../../forms/focus';
import { patchOf, sameValue, type Data } from '../../values/data';
import { newUuid } from '../../values/uuid';
import { mayWrite, type EditorOptions } from './editor';
import { carried, refused, sending, type Edits } from './edits';
import { landed, mergedData, settledOf } from './merge';
import type { EditState } from './useEditState';
import { besides, isBeside, isSameState, takesDraft, workingOf, type Working } from './working';

/** Changes on their way to the service; `quiet`: by themselves, since nobody typed for a while. */
interface Sending extends Edits {
  quiet: boolean;
}

const asTyped = (value: Data) => value;

type Counted = { counter: number } | undefined;

/** Whether a draft that was saved follows on one that is all one's own, or begins here. */
const isNext = (own: Counted, seen: Counted, saved: Counted) => saved !== undefined && (seen === undefined || (own?.counter === seen.counter && saved.counter === seen.counter + 1));

/** Sends what is typed, one save after the other, and puts it on what others saved meanwhile. */
export function useSaving(state: EditState, { collection, detail: given, start, idPrefix, complete = asTyped, created }: EditorOptions) {
  const { rows, detail, present, attempt, misfits, fail, resolve, postpone, asked, latest, edit, unread, value, newer, learn } = state;
  const [keeping, setKeeping] = useState(false);
  const [byHand, setByHand] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [found, setFound] = useState(given?.draft !== undefined);
  // The pending draft, where every save of it was made here.
  const allOwn = useRef<Counted>(undefined);
  const last = useRef<Working>(undefined);
  // An answer that comes once the page is left leads nobody back to it.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  /** What a save has made of the entry. By itself it is kept beside a draft, too (decision 303). */
  const sendOne = async ({ base, value, id, quiet }: Sending): Promise<EntryDetail> => {
    if (!base) return createEntry(collection.name, complete(value), id);
    const known = rows.known(base) ?? detail;
    if (!known || !(isBeside(collection, base) || (quiet && takesDraft(collection, base)))) return patchEntry(base, patchOf(base.data, value));
    // Where both have changed the same since it was begun, and not in other paragraphs, the draft waits for somebody to decide.
    const settled = base.draft && known.draft ? settledOf(known.draft, known.entry.data, value) : {};
    return besides(known, await saveDraft(base, { ...patchOf(base.data, value), ...settled }, settled !== undefined));
  };
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: sendOne,
    onMutate: ({ base, value, id }) => {
      attempt.begin();
      const patch = base ? patchOf(base.data, value) : value;
      const now = latest() ?? (base ? undefined : { base, value });
      if (now) edit(sending({ ...now, id }, patch)); // the page may be gone before the answer comes
      return patch;
    },
    onError: (error, { base }, patch) => {
      const now = latest();
      if (!patch || !now || !isAnswered(error)) return;
      const left = refused(now, patch);
      edit(!base && !left?.sent && sameValue(start, now.value) ? undefined : left);
    },
    onSuccess: (saved, sent) => {
      allOwn.current = isNext(allOwn.current, sent.base?.draft, saved.draft) ? saved.draft : undefined;
      if (saved.hasDraft) {
        rows.beside(saved.entry, (known) => ({ ...saved, related: known.related }));
        setKeeps(true);
      } else rows.keep(saved);
      learn(saved);
      const now = workingOf(saved);
      last.current = now;
      // What was taken back while it was on its way is a change of what is saved now.
      const left = latest() ?? (sent.base && { base: sent.base, value: sent.base.data });
      edit(carried(left, sent.value, now), sent.base ? undefined : now.id);
      if (!sent.base) tellMade(now);
    },
  });
  const tellMade = (now: Working) => {
    if (isOpen.current) created?.(now);
  };
  /** Both changed the same place: who saves is asked about that. Who is typing goes on, and is told. */
  const clash = (quiet: boolean) => {
    if (quiet) attempt.tellClash();
    else resolve(true);
  };
  const refuse = (error: unknown, quiet: boolean, row: Entry | null | undefined = currentRow(error)) => {
    if (quiet && isUnfit(error, present() === undefined)) {
      attempt.change({ unfit: true }); // half of a date, say: whoever types on mends it
      return;
    }
    attempt.change({ refused: true });
    fail(error, row);
    if (row) clash(quiet);
  };
  /** The changes on the entry as it is now, as far as nobody has to choose; undefined where somebody has. */
  const rebased = (sent: Edits, now: Working): Edits | undefined => {
    const data = mergedData(landed(sent.base?.data ?? {}, sent.sent, now.data), sent.value, now.data);
    return data && { ...sent, base: now, value: data };
  };
  /**
   * Puts what was typed on the entry as it is now, where that is another one than it was typed on: somebody saved it or its draft,
   * or it was published, discarded or taken back; of a new one, where it was made by a try that nothing answered. What both made
   * of the same place is asked. Answers the entry as it is now; undefined where that is no reason to go on.
   */
  const goOn = async ({ quiet, ...sent }: Sending): Promise<EntryDetail | 'asked' | undefined> => {
    const base = sent.base;
    const seen = base ?? (sent.id !== undefined && sent.sent ? { collection: collection.name, id: sent.id } : undefined);
    const fresh = seen && (await rows.read(seen).catch(() => undefined));
    const now = fresh && workingOf(fresh);
    if (!fresh || !now || (base && isSameState(base, now)) || (quiet && !takesDraft(collection, now)) || !mayWrite(collection, fresh)) return undefined;
    learn(fresh);
    if (!base) tellMade(now);
    const next = rebased(latest() ?? sent, now);
    if (!next) {
      clash(quiet);
      return 'asked';
    }
    resolve(false);
    attempt.change({ failure: undefined, refused: false });
    edit(sameValue(next.value, now.data) ? undefined : next, base ? undefined : now.id);
    return fresh;
  };
  const running = useRef<{ sent: Edits; quiet: boolean; saved: Promise<Working | undefined> }>(undefined);
  const byItself = useRef(false);
  const save = (quiet: boolean): Promise<Working | undefined> => {
    byItself.current = quiet;
    if (newer) return saveOn(newer, quiet);
    if (unread.first !== undefined) {
      keepBack('save');
      return Promise.resolve(undefined);
    }
    const sent = latest() ?? (present() ? undefined : { base: undefined, value });
    return sent ? send(sent, quiet) : Promise.resolve(present());
  };
  /** Saves what is typed on an older version on the one of now. */
  const saveOn = (now: Working, quiet: boolean): Promise<Working | undefined> => {
    const next = rebased(latest() ?? { base: undefined, value }, now);
    if (!next) {
      clash(quiet);
      return Promise.resolve(undefined);
    }
    if (sameValue(next.value, now.data) && !running.current) {
      edit(undefined);
      return Promise.resolve(now);
    }
    edit(next); // until what is on its way is answered: its answer is carried over from this
    return send(next, quiet);
  };
  /** What is kept beside a draft becomes it, when its writer saves it: with what others wrote meanwhile. */
  const keep = async (saved: Working): Promise<Working> => {
    const kept = await keepDraft(saved).catch(async (error: unknown) => {
      if (!isMoved(error)) throw error;
      const fresh = await rows.read(saved);
      const now = workingOf(fresh);
      if (fresh.entry.status !== 'draft' || !fresh.draft) {
        if (sameValue(fresh.entry.data, saved.data)) return fresh;
        learn(fresh);
        edit({ base: now, value: latest()?.value ?? saved.data }); // somebody dropped it: it is not saved any more
        throw error;
      }
      const settled = settledOf(fresh.draft, fresh.entry.data, now.data);
      if (!settled || (isSameState(saved, now) && Object.keys(settled).length === 0)) throw error;
      const whole = Object.keys(settled).length > 0 ? besides(fresh, await saveDraft(now, settled)) : fresh;
      return whole.draft ? keepDraft(workingOf(whole)) : whole;
    });
    rows.keep(kept);
    learn(kept);
    setKeeps(false);
    setFound(false);
    const now = workingOf(kept);
    last.current = now;
    const left = latest();
    const next = left && rebased(left, now); // what was typed meanwhile is saved next
    if (next) edit(sameValue(next.value, now.data) ? undefined : next);
    return now;
  };
  const saveByHand = async (): Promise<Working | undefined> => {
    postpone(false);
    state.forgetAnswer();
    setByHand(true);
    return saveAndKeep().finally(() => setByHand(false));
  };
  const saveAndKeep = async (): Promise<Working | undefined> => {
    const saved = await save(false);
    const known = saved && (rows.known(saved) ?? detail);
    if (saved?.status !== 'draft' || !saved.draft || !known) return saved;
    setKeeping(true);
    const then = await asked({ base: known.entry, value: saved.data });
    const kept = then && (await keep(saved).catch((error: unknown) => refuse(error, false)));
    setKeeping(false);
    if (!kept) return undefined;
    await then(kept);
    return kept;
  };
  /** Says in the form why something is not sent. */
  const keepBack = (what: 'save' | 'publish') => {
    attempt.change({ tried: what });
    requestAnimationFrame(() => focusFirstInvalid(idPrefix));
  };
  /** What goes by itself goes without what the service has refused. */
  const begin = (sent: Edits, quiet: boolean): Promise<EntryDetail> => saving.mutateAsync({ ...sent, value: quiet && sent.base ? misfits.fitting(sent) : sent.value, quiet });
  /** Whether a value was refused that the others do without. */
  const isMisfit = (error: unknown, sent: Edits): boolean => {
    const [field] = error instanceof ApiFailure && error.status === 400 ? error.pointer : [];
    if (!sent.base || field === undefined || !(field in patchOf(sent.base.data, misfits.fitting(sent)))) return false;
    misfits.add(field, sent.value[field]);
    return true;
  };
  const sendAsked = async (typed: Edits, quiet: boolean): Promise<Working | undefined> => {
    const sent = typed.base ? typed : { ...typed, id: typed.id ?? newUuid() };
    if (quiet && sent.base && !sent.sent && sameValue(misfits.fitting(sent), sent.base.data)) return sent.base;
    // What readers do not see yet is asked about when it is published, and what is kept beside a draft when that is saved.
    const then = sent.base && (quiet || isBeside(collection, sent.base)) ? () => undefined : await asked(sent);
    if (!then) return undefined;
    const saved = await begin(sent, quiet).catch((error: unknown) => sendAgain(error, sent, quiet));
    if (saved) await then(saved.entry);
    return saved ? workingOf(saved) : undefined;
  };
  /** Once more, on the entry as it is now, where that is why it was refused. */
  const sendAgain = async (error: unknown, sent: Edits, quiet: boolean): Promise<EntryDetail | undefined> => {
    if (quiet && isMisfit(error, sent)) {
      const left = latest() ?? sent;
      if (left.base && sameValue(misfits.fitting(left), left.base.data)) return undefined;
      return begin(left, true).catch((again: unknown) => sendAgain(again, left, true));
    }
    const now = isMoved(error) ? await goOn({ ...sent, quiet }) : undefined;
    if (!now || now === 'asked') {
      refuse(error, quiet, now ? null : currentRow(error));
      return undefined;
    }
    const next = latest();
    if (!next) return now;
    return begin(next, quiet).catch((again: unknown) => {
      refuse(again, quiet);
      return undefined;
    });
  };
  /**
   * One after the other: who saves while something is saved means what was typed since, too, and hears of it where what went by
   * itself did not arrive.
   */
  const send = (sent: Edits, quiet: boolean): Promise<Working | undefined> => {
    const before = running.current;
    const joins = before?.quiet === true && !quiet;
    if (before && !joins && before.sent.value === sent.value) return before.saved;
    const saved = before ? before.saved.then((row) => (row || joins ? sendLeft(row, quiet) : undefined)) : sendAsked(sent, quiet);
    const own = { sent, quiet, saved };
    running.current = own;
    void saved.finally(() => {
      if (running.current === own) running.current = undefined;
    });
    return saved;
  };
  const sendLeft = (row: Working | undefined, quiet: boolean): Promise<Working | undefined> => {
    const left = latest();
    return left ? sendAsked(left, quiet) : Promise.resolve(row);
  };
  return {
    save, saveByHand, keepBack, keeps, found,
    /** Whether nobody else has saved anything in a pending draft, nor this person in another window. */
    isOwn: (draft: Counted) => draft !== undefined && allOwn.current?.counter === draft.counter,
    lastSaved: () => last.current,
    isSending: saving.isPending, isKeeping: keeping, byHand,
    /** Whether the last save came by itself. */
    wasQuiet: () => byItself.current,
    /** What is on its way. */
    settled: async (): Promise<unknown> => running.current?.saved,
  };
}

export type Saving = ReturnType<typeof useSaving>;

/** Whether the service has said what became of a save. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind !== 'offline' && error.status < 500;
}

/** Whether what was refused fits as soon as more is typed: of what is not made yet, whatever the service says of it. */
function isUnfit(error: unknown, isNew: boolean): boolean {
  return error instanceof ApiFailure && (error.status === 400 || (isNew && isAnswered(error) && error.status !== 401));
}

/** Whether a save was refused because the entry, or its draft, is another one by now. */
function isMoved(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'CONFLICT' || error.code === 'AUTH_DENIED');
}

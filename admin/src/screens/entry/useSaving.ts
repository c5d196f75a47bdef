import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { createEntry, currentRow, keepDraft, patchEntry, saveDraft } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import type { Entry, EntryDetail } from '../../api/types.gen';
import { focusFirstInvalid } from '../../forms/focus';
import { patchOf, sameValue, type Data } from '../../values/data';
import { mayWrite, type EditorOptions } from './editor';
import { carried, type Edits } from './edits';
import { landed, mergedData, settledOf } from './merge';
import type { EditState } from './useEditState';
import { isBeside, isSameState, takesDraft, workingOf, type Working } from './working';

/** Changes on their way to the service; `quiet`: by themselves, since nobody typed for a while. */
interface Sending extends Edits {
  quiet: boolean;
}

const asTyped = (value: Data) => value;

type Counted = { counter: number } | undefined;

/** Whether a draft that was saved follows on one that is all one's own, or begins here. */
const isNext = (own: Counted, seen: Counted, saved: Counted) => saved !== undefined && (seen === undefined || (own?.counter === seen.counter && saved.counter === seen.counter + 1));

/** Sends what is typed, one save after the other, and puts it on what others saved meanwhile. */
export function useSaving(state: EditState, { collection, detail: given, idPrefix, complete = asTyped, created }: EditorOptions) {
  const { rows, detail, stored, attempt, fail, resolve, postpone, asked, latest, edit, unread, value, newer, learn } = state;
  const [keeping, setKeeping] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [found, setFound] = useState(given?.draft !== undefined);
  // What was sent since the last save, and had no answer: the service may have it.
  const unanswered = useRef<readonly Data[]>([]);
  // The pending draft, where every save of it was made here.
  const allOwn = useRef<Counted>(undefined);
  /** What a save has made of the entry. By itself it is kept beside a draft, too (decision 303). */
  const sendOne = async ({ base, value, quiet }: Sending): Promise<EntryDetail> => {
    if (!base) return createEntry(collection.name, complete(value));
    const known = rows.known(base) ?? detail;
    if (!known || !(isBeside(collection, base) || (quiet && takesDraft(collection, base)))) return patchEntry(base, patchOf(base.data, value));
    // Where both have changed the same since it was begun, and not in other paragraphs, the draft waits for somebody to decide.
    const settled = base.draft && known.draft ? settledOf(known.draft, known.entry.data, value) : {};
    const { entry, draft } = await saveDraft(base, { ...patchOf(base.data, value), ...settled }, settled !== undefined);
    return { ...known, entry, draft, hasDraft: true, permissions: { ...known.permissions, publish: known.permissions.publish || known.permissions.unpublish } };
  };
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: sendOne,
    onMutate: () => attempt.begin(),
    onError: (error, { value }) => {
      if (!isAnswered(error)) unanswered.current = [...unanswered.current, value];
    },
    onSuccess: (saved, sent) => {
      unanswered.current = [];
      allOwn.current = isNext(allOwn.current, sent.base?.draft, saved.draft) ? saved.draft : undefined;
      if (saved.hasDraft) {
        rows.beside(saved.entry, (known) => ({ ...saved, related: known.related }));
        setKeeps(true);
      } else rows.keep(saved);
      learn(saved);
      const now = workingOf(saved);
      // What was taken back while it was on its way is a change of what is saved now.
      const left = latest() ?? (sent.base && { base: sent.base, value: sent.base.data });
      edit(carried(left, sent.value, now), now.id);
      if (!sent.base) created?.(now);
    },
  });
  const refuse = (error: unknown, quiet: boolean, row: Entry | null | undefined = currentRow(error)) => {
    if (quiet && error instanceof ApiFailure && error.status === 400) {
      attempt.change({ unfit: true }); // half of a date, say: whoever types on mends it
      return;
    }
    attempt.change({ refused: true });
    fail(error, row);
    if (row) resolve(true);
  };
  /** The changes on the entry as it is now, as far as nobody has to choose; undefined where somebody has. */
  const rebased = (sent: Edits, now: Working): Edits | undefined => {
    const data = sent.base && mergedData(landed(sent.base.data, unanswered.current, now.data), sent.value, now.data);
    return data && { base: now, value: data };
  };
  /**
   * Puts what was typed on the entry as it is now, where that is another one than it was typed on: somebody saved it or its draft,
   * or it was published, discarded or taken back. What both made of the same place is asked. Answers the entry as it is now;
   * undefined where that is no reason to go on.
   */
  const goOn = async ({ quiet, ...sent }: Sending): Promise<EntryDetail | 'asked' | undefined> => {
    const base = sent.base;
    const fresh = base && (await rows.read(base).catch(() => undefined));
    const now = fresh && workingOf(fresh);
    if (!base || !fresh || !now || isSameState(base, now) || (quiet && !takesDraft(collection, now)) || !mayWrite(collection, fresh)) return undefined;
    learn(fresh);
    const next = rebased(latest() ?? sent, now);
    resolve(!next);
    if (!next) return 'asked';
    attempt.change({ failure: undefined, refused: false });
    edit(sameValue(next.value, now.data) ? undefined : next);
    return fresh;
  };
  const running = useRef<{ sent: Edits; saved: Promise<Working | undefined> }>(undefined);
  const byItself = useRef(false);
  const save = (quiet: boolean): Promise<Working | undefined> => {
    byItself.current = quiet;
    if (newer) return saveOn(newer, quiet);
    if (unread.first !== undefined) {
      keepBack('save');
      return Promise.resolve(undefined);
    }
    const sent = latest() ?? (stored ? undefined : { base: undefined, value });
    return sent ? send(sent, quiet) : Promise.resolve(stored);
  };
  /** Saves what is typed on an older version on the one of now. */
  const saveOn = (now: Working, quiet: boolean): Promise<Working | undefined> => {
    const next = rebased(latest() ?? { base: undefined, value }, now);
    if (!next) {
      resolve(true);
      return Promise.resolve(undefined);
    }
    const same = sameValue(next.value, now.data);
    edit(same ? undefined : next);
    return same ? Promise.resolve(now) : send(next, quiet);
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
        edit({ base: now, value: saved.data }); // somebody dropped it: it is not saved any more
        throw error;
      }
      const settled = settledOf(fresh.draft, fresh.entry.data, now.data);
      if (!settled || (isSameState(saved, now) && Object.keys(settled).length === 0)) throw error;
      const last = Object.keys(settled).length > 0 ? { ...fresh, ...(await saveDraft(now, settled)) } : fresh;
      return keepDraft(workingOf(last));
    });
    rows.keep(kept);
    learn(kept);
    setKeeps(false);
    setFound(false);
    return workingOf(kept);
  };
  const saveByHand = async (): Promise<Working | undefined> => {
    postpone(false);
    const saved = await save(false);
    const known = saved && (rows.known(saved) ?? detail);
    if (saved?.status !== 'draft' || !saved.draft || !known || latest()) return saved;
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
  const sendAsked = async (sent: Edits, quiet: boolean): Promise<Working | undefined> => {
    // What readers do not see yet is asked about when it is published, and what is kept beside a draft when that is saved.
    const then = sent.base && (quiet || isBeside(collection, sent.base)) ? () => undefined : await asked(sent);
    if (!then) return undefined;
    const saved = await saving.mutateAsync({ ...sent, quiet }).catch((error: unknown) => sendAgain(error, sent, quiet));
    if (saved) await then(saved.entry);
    return saved ? workingOf(saved) : undefined;
  };
  /** Once more, on the entry as it is now, where that is why it was refused. */
  const sendAgain = async (error: unknown, sent: Edits, quiet: boolean): Promise<EntryDetail | undefined> => {
    const now = isMoved(error) ? await goOn({ ...sent, quiet }) : undefined;
    if (!now || now === 'asked') {
      refuse(error, quiet, now ? null : currentRow(error));
      return undefined;
    }
    const next = latest();
    if (!next) return now;
    return saving.mutateAsync({ ...next, quiet }).catch((again: unknown) => {
      refuse(again, quiet);
      return undefined;
    });
  };
  /** One after the other: who saves while something is saved means what was typed since, too. */
  const send = (sent: Edits, quiet: boolean): Promise<Working | undefined> => {
    const before = running.current;
    if (before && before.sent.value === sent.value) return before.saved;
    const saved = before ? before.saved.then((row) => (row ? sendLeft(row, quiet) : undefined)) : sendAsked(sent, quiet);
    const own = { sent, saved };
    running.current = own;
    void saved.finally(() => {
      if (running.current === own) running.current = undefined;
    });
    return saved;
  };
  const sendLeft = (row: Working, quiet: boolean): Promise<Working | undefined> => {
    const left = latest();
    return left ? sendAsked(left, quiet) : Promise.resolve(row);
  };
  return {
    save, saveByHand, keepBack, keeps, found,
    /** Whether nobody else has saved anything in a pending draft, nor this person in another window. */
    isOwn: (draft: Counted) => draft !== undefined && allOwn.current?.counter === draft.counter,
    isSending: saving.isPending, isKeeping: keeping,
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

/** Whether a save was refused because the entry, or its draft, is another one by now. */
function isMoved(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'CONFLICT' || error.code === 'AUTH_DENIED');
}

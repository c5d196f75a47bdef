import { useLayoutEffect, useMemo, useRef } from 'react';

import { saveDraft } from '../../api/entries';
import { mayCreate } from '../../api/session';
import { applied, patchOf, sameValue, type Data } from '../../values/data';
import { propertiesOf } from './completeness';
import type { EditorOptions, EntryEditor } from './editor';
import { phaseOf } from './phase';
import { useFirstInvalid, useRetryOnline } from './useAfterFailure';
import { useAutosave } from './useAutosave';
import { useDropping } from './useDropping';
import { useEditState } from './useEditState';
import { useMoving } from './useMoving';
import { useSaving } from './useSaving';
import { besides, takesDraft, type Working } from './working';

const none: readonly never[] = [];

/** The state of one entry's form: what is changed, saving it, moving it, and what others did meanwhile. */
export function useEntryEditor(options: EditorOptions): EntryEditor {
  const { collection, gone = false, start, idPrefix, hidden = none, filled = none, byHand = false, begins, waits = false, anew } = options;
  const state = useEditState(options);
  const { rows, detail, stored, attempt, misfits, fail, resolving, resolve, postponed, postpone, edits, latest, edit, draft, unread, value, newer } = state;
  const saving = useSaving(state, options);
  const moving = useMoving(state, saving, options);
  const { dropDraft, discard, dropTyped } = useDropping(state, saving);
  const { failure } = attempt;
  const isBegun = begins !== undefined && takesDraft(collection, { status: 'draft' }) && mayCreate(state.me.role, collection) && begins(value);
  const autosaves = !byHand && (stored ? takesDraft(collection, stored) : isBegun);
  const unsaved = edits !== undefined || unread.first !== undefined;
  const unfit = edits ? misfits.of(edits.value) : none;
  const keeps = saving.keeps && stored?.status === 'draft' && stored.draft !== undefined;

  const [at] = failure?.pointer ?? [];
  const diagnostics = useMemo(() => (at !== undefined && failure?.diagnostic && propertiesOf(collection).includes(at) ? [failure.diagnostic] : none), [at, failure, collection]);
  useFirstInvalid(diagnostics, idPrefix);
  // What was found of an entry that nobody has tried to make waits for somebody who goes on with it.
  const isHeld = stored === undefined && draft.isAsFound && edits?.id === undefined;
  const isFree = !isHeld && !resolving && !(postponed && newer) && failure === undefined && !attempt.unfit && !saving.isSending && !saving.isKeeping && !moving.isPending;
  useAutosave(autosaves && !waits && isFree ? edits?.value : undefined, () => {
    if (latest() && unread.first === undefined) void saving.save(true);
  });
  // What is not worth to be made any more waits for its writer.
  const retries = stored !== undefined || isBegun || !saving.wasQuiet();
  useRetryOnline(failure?.kind === 'offline' && edits !== undefined && !waits && retries, () => void (saving.wasQuiet() ? saving.save(true) : saving.saveByHand()));

  const changeBy = (make: (now: Data) => Data) => {
    state.forgetAnswer();
    const edited = latest();
    const base = edited ? edited.base : state.present();
    const next = make(edited?.value ?? base?.data ?? start);
    const touched = failure?.pointer[0];
    const mends = (autosaves && failure?.kind !== 'offline') || (touched !== undefined && !sameValue(value[touched], next[touched]));
    attempt.change({ refused: false, unfit: false, ...(mends ? { failure: undefined } : {}), ...(attempt.tried === 'save' ? { tried: undefined } : {}) });
    edit(sameValue(base?.data ?? start, next) && !edited?.sent ? undefined : { ...edited, base, value: next });
  };
  // What was saved at this moment is not shown yet, and what is typed on what is shown goes on from it.
  const change = (typed: Data) => changeBy((now) => (now === value ? typed : applied(patchOf(value, typed), now)));
  // Who undoes does so later, and on what the form has by then.
  const changeNow = useRef(changeBy);
  useLayoutEffect(() => {
    changeNow.current = changeBy;
  });
  const takeBack = async () => {
    if (!state.ways) return undefined;
    const { away, back, begins } = state.ways;
    const isWhole = begins && stored?.draft && sameValue(applied(away, value), detail?.entry.data);
    if (!isWhole || !(await dropDraft(stored.data))) changeNow.current((now) => applied(away, now));
    return () => changeNow.current((now) => {
      const isAway = ([field]: [string, unknown]) => sameValue(now[field] ?? null, away[field]);
      return applied(Object.fromEntries(Object.entries(back).filter(isAway)), now);
    });
  };
  const settle = (base: Working, next: Data) => {
    if (sameValue(base.data, next)) return discard();
    attempt.forgive();
    resolve(false);
    edit({ base, value: next });
    void saving.saveByHand();
    return undefined;
  };
  const decide = async (next: Data) => {
    if (!detail || !stored?.draft) return;
    if (newer) {
      resolve(true); // what somebody else saved meanwhile is put together first
      return;
    }
    const chosen = Object.fromEntries((detail.draft?.conflicts ?? []).map((field) => [field, next[field] ?? null]));
    const saved = await saveDraft(stored, { ...chosen, ...patchOf(stored.data, next) }).catch((error: unknown) => fail(error, undefined));
    if (!saved) return;
    rows.beside(saved.entry, (known) => besides(known, saved));
    edit(undefined);
    attempt.forgive();
  };
  return {
    collection, detail, stored, autosaves, value, edits, keeps, failure, deed: attempt.deed, diagnostics, hidden, filled, newer, resolving, draft, idPrefix,
    change, settle, decide, dropTyped, discard, takeBack,
    beside: stored?.status === 'published' && takesDraft(collection, stored),
    showsDraft: detail?.draft !== undefined && (detail.entry.status !== 'draft' || saving.found || !saving.keeps || detail.draft.conflicts.length > 0),
    isAsking: state.isAsking,
    wasDeclined: state.wasDeclined,
    lastSaved: saving.lastSaved,
    gone: gone || (failure?.status === 404 && stored !== undefined),
    anew: anew && (() => {
      attempt.forgive();
      state.learn(undefined);
      edit({ base: undefined, value }, anew.draftId);
      anew.begin();
    }),
    tried: attempt.tried,
    dirty: unsaved,
    misfits: unfit,
    saving: saving.byHand,
    phase: phaseOf({
      saving: saving.isSending || saving.isKeeping,
      unfit: attempt.unfit || (!attempt.refused && edits?.base !== undefined && unfit.length > 0 && sameValue(misfits.fitting(edits), edits.base.data)),
      clash: attempt.clash && newer !== undefined,
      kept: stored?.draft && (stored.status === 'draft' ? 'autosaved' : 'pending'),
      unsaved: unsaved || !stored,
      offline: failure?.kind === 'offline',
      refused: attempt.refused || attempt.tried === 'save',
    }),
    moving: moving.going,
    resolve: (open) => {
      resolve(open);
      postpone(!open);
    },
    unread: unread.tell,
    save: saving.saveByHand,
    move: moving.move,
    tellLacking: moving.tellLacking,
    discardDraft: dropDraft,
  };
}

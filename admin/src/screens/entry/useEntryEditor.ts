import { useMemo } from 'react';

import { saveDraft } from '../../api/entries';
import { patchOf, sameValue, type Data } from '../../values/data';
import { propertiesOf } from './completeness';
import type { EditorOptions, EntryEditor } from './editor';
import { isRepeatable } from './edits';
import { phaseOf } from './phase';
import { useFirstInvalid, useRetryOnline } from './useAfterFailure';
import { useAutosave } from './useAutosave';
import { useDropping } from './useDropping';
import { useEditState } from './useEditState';
import { useMoving } from './useMoving';
import { useSaving } from './useSaving';
import { takesDraft, type Working } from './working';

const none: readonly never[] = [];

/** The state of one entry's form: what is changed, saving it, moving it, and what others did meanwhile. */
export function useEntryEditor(options: EditorOptions): EntryEditor {
  const { collection, gone = false, start, idPrefix, hidden = none, byHand = false } = options;
  const state = useEditState(options);
  const { rows, detail, stored, attempt, fail, resolving, resolve, postponed, postpone, edits, latest, edit, draft, unread, value, newer } = state;
  const saving = useSaving(state, options);
  const moving = useMoving(state, saving, options);
  const { dropDraft, discard, dropTyped } = useDropping(state, saving);
  const { failure } = attempt;
  const autosaves = stored !== undefined && !byHand && takesDraft(collection, stored);
  const unsaved = edits !== undefined || unread.first !== undefined;
  const keeps = saving.keeps && stored?.status === 'draft' && stored.draft !== undefined;

  const [at] = failure?.pointer ?? [];
  const diagnostics = useMemo(() => (at !== undefined && failure?.diagnostic && propertiesOf(collection).includes(at) ? [failure.diagnostic] : none), [at, failure, collection]);
  useFirstInvalid(diagnostics, idPrefix);
  const isFree = !resolving && !(postponed && newer) && draft.at === undefined && failure === undefined && !attempt.unfit && !saving.isSending && !saving.isKeeping && !moving.isPending;
  useAutosave(autosaves && isFree ? edits?.value : undefined, () => {
    if (latest() && unread.first === undefined) void saving.save(true);
  });
  useRetryOnline(failure?.kind === 'offline' && isRepeatable(edits), () => void (saving.wasQuiet() ? saving.save(true) : saving.saveByHand()));

  const change = (next: Data) => {
    const base = latest() ? latest()?.base : stored;
    const touched = failure?.pointer[0];
    const mends = (autosaves && failure?.kind !== 'offline') || (touched !== undefined && !sameValue(value[touched], next[touched]));
    attempt.change({ refused: false, unfit: false, ...(mends ? { failure: undefined } : {}), ...(attempt.tried === 'save' ? { tried: undefined } : {}) });
    edit(sameValue(base?.data ?? start, next) ? undefined : { base, value: next });
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
    edit(undefined);
    attempt.forgive();
    rows.beside(saved.entry, (known) => ({ ...known, entry: saved.entry, draft: saved.draft }));
  };
  return {
    collection, detail, stored, autosaves, value, edits, keeps, failure, diagnostics, hidden, newer, resolving, draft, idPrefix,
    change, settle, decide, dropTyped, discard,
    beside: stored?.status === 'published' && takesDraft(collection, stored),
    showsDraft: detail?.draft !== undefined && (detail.entry.status !== 'draft' || saving.found || !saving.keeps || detail.draft.conflicts.length > 0),
    isAsking: state.isAsking,
    gone: gone || (failure?.status === 404 && stored !== undefined),
    tried: attempt.tried,
    dirty: unsaved,
    phase: phaseOf({
      saving: saving.isSending || saving.isKeeping,
      unfit: attempt.unfit,
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
    discardDraft: dropDraft,
  };
}

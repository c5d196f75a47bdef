import { discardDraft, saveDraft } from '../../api/entries';
import type { Draft, EntryDetail } from '../../api/types.gen';
import { applied, patchOf, sameValue, type Data } from '../../values/data';
import type { Edits } from './edits';
import type { EditState } from './useEditState';
import type { Saving } from './useSaving';

/** Drops what is typed, here and with the pending draft, and brings it back. */
export function useDropping(state: EditState, saving: Saving) {
  const { me, rows, detail, stored, attempt, fail, resolve, postpone, latest, edit, value } = state;
  /** Keeps what a dropped draft had changed beside the entry as it is by then. */
  const keepAgain = ({ entry }: EntryDetail, patch: Data) => async () => {
    const now = await rows.read(entry);
    await saveDraft(now.entry, patch);
    rows.keep(await rows.read(entry));
  };
  /** With `only`, where the draft has nothing else. */
  const dropDraft = async (only?: Data): Promise<(() => Promise<void>) | undefined> => {
    if (!detail?.draft) return undefined;
    await saving.settled();
    const now = await rows.read(detail.entry).catch(() => undefined);
    // Somebody else went on with it: what they wrote is shown before it is dropped.
    if (!now?.draft || (now.draft.counter !== detail.draft.counter && now.draft.savedBy?.id !== me.userId)) return undefined;
    if (only && !sameValue(now.draft.data, only)) return undefined;
    const patch = changedBy(now.draft, latest());
    const done = await discardDraft({ ...now.entry, draft: now.draft }).catch((error: unknown) => fail(error, undefined));
    if (!done) return undefined;
    edit(undefined);
    attempt.forgive();
    const after = await rows.read(detail.entry).catch(() => undefined);
    if (after) rows.keep(after);
    return keepAgain(now, patch);
  };
  const discard = () => {
    const dropped = latest();
    postpone(false);
    attempt.change({ failure: undefined, tried: undefined });
    resolve(false);
    edit(undefined);
    return () => {
      if (dropped && !latest()) edit(dropped);
    };
  };
  /** Without a question only what was all typed here goes: of a draft that others wrote in, its bar asks. */
  const dropTyped = async () => {
    const whole = { base: detail?.entry, value };
    if (!saving.keeps || stored?.status !== 'draft' || !stored.draft) return discard();
    await saving.settled();
    if (!saving.isOwn(rows.known(stored)?.draft) || !(await dropDraft())) return undefined;
    return () => {
      if (!latest()) edit(whole);
    };
  };
  return { dropDraft, discard, dropTyped };
}

/** What a draft has otherwise than the entry that it is of, with what is typed on it and not saved yet. */
function changedBy(draft: Draft, typed: Edits | undefined): Data {
  const data = typed?.base ? applied(patchOf(typed.base.data, typed.value), draft.data) : draft.data;
  return patchOf(draft.baseData, data);
}

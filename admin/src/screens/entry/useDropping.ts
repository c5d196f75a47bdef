import { discardDraft } from '../../api/entries';
import type { EditState } from './useEditState';
import type { Saving } from './useSaving';

/** Drops what is typed, here and with the pending draft, and brings it back. */
export function useDropping(state: EditState, saving: Saving) {
  const { me, rows, detail, stored, attempt, fail, resolve, postpone, latest, edit, value } = state;
  const dropDraft = async (): Promise<boolean> => {
    if (!detail?.draft) return false;
    await saving.settled();
    const now = await rows.read(detail.entry).catch(() => undefined);
    // Somebody else went on with it: what they wrote is shown before it is dropped.
    if (!now?.draft || (now.draft.counter !== detail.draft.counter && now.draft.savedBy?.id !== me.userId)) return false;
    const done = await discardDraft({ ...now.entry, draft: now.draft }).catch((error: unknown) => fail(error, undefined));
    if (!done) return false;
    edit(undefined);
    attempt.forgive();
    const after = await rows.read(detail.entry).catch(() => undefined);
    if (after) rows.keep(after);
    return true;
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

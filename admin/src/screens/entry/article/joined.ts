import type { KeptDraft } from '../useDraft';
import type { Phase } from '../phase';
import type { EntryEditor } from '../editor';

/** How much a state asks of who sees it, the most first. */
const urgency: readonly Phase[] = ['saving', 'refused', 'offline', 'clash', 'device', 'unsaved', 'pending', 'autosaved', 'saved'];

/** Whether there is anything of an entry: one that nothing was typed into, and that is not made, is not part of what is saved. */
const isBegun = ({ detail, dirty }: EntryEditor) => detail !== undefined || dirty;

/**
 * What an article shares and its words in a language, as the one thing that a person edits, but for how it is saved. What may be
 * done with it is what may be done with the entry that its languages belong to.
 */
export function joined(shared: EntryEditor, words: EntryEditor): Omit<EntryEditor, 'save'> {
  const parts = [shared, words].filter((each) => each === shared || isBegun(each));
  const phases = parts.map(({ phase }) => phase);
  return {
    ...shared,
    parts,
    phase: urgency.find((each) => phases.includes(each)) ?? shared.phase,
    dirty: parts.some(({ dirty }) => dirty),
    edits: shared.edits ?? words.edits,
    misfits: parts.flatMap(({ misfits }) => misfits),
    draft: { ...together(shared.draft, words.draft), isAsFound: parts.every(({ dirty, draft }) => !dirty || draft.isAsFound) },
    beside: parts.every(({ beside }) => beside),
    autosaves: parts.every(({ autosaves }) => autosaves),
    keeps: parts.some(({ keeps }) => keeps),
    isAsking: () => parts.some(({ isAsking }) => isAsking()),
    wasDeclined: () => parts.some(({ wasDeclined }) => wasDeclined()),
    resolving: parts.some(({ resolving }) => resolving),
    saving: parts.some(({ saving }) => saving),
    moving: shared.moving ?? words.moving,
    discard: () => {
      const back = parts.map((each) => each.discard());
      return () => back.forEach((each) => each());
    },
    takeBack: async () => {
      const back = await Promise.all(parts.map((each) => each.takeBack()));
      return back.some(Boolean) ? () => back.forEach((each) => each?.()) : undefined;
    },
    dropTyped: async () => {
      const back = await Promise.all(parts.map((each) => each.dropTyped()));
      return back.includes(undefined) ? undefined : () => back.forEach((each) => each?.());
    },
  };
}

/** Changes of an earlier visit in both are told at once. */
function together(a: KeptDraft, b: KeptDraft): Omit<KeptDraft, 'isAsFound'> {
  const restored = [a.restored, b.restored].filter((each) => each !== undefined);
  return {
    isSought: a.isSought || b.isSought,
    restored: restored.length === 0 ? undefined : { at: Math.max(...restored.map(({ at }) => at)), fields: restored.flatMap(({ fields }) => fields) },
    kept: a.kept && b.kept,
  };
}

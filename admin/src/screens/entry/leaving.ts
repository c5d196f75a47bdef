import type { EntryEditor } from './editor';

/** A form with changes that may have to be saved before it is left. */
export interface Form {
  /** Where it stands: what leaves that place would close it. */
  place: string;
  /** How it is now. */
  state: () => Pick<EntryEditor, 'dirty' | 'autosaves' | 'keeps' | 'isAsking' | 'wasDeclined' | 'idPrefix' | 'phase' | 'draft'>;
  /** undefined where it is not saved. */
  save: () => Promise<unknown>;
}

/** Whether something of it is not saved, or not as the entry that it belongs to. */
export function isOpen({ state }: Form): boolean {
  const { dirty, keeps } = state();
  return dirty || keeps;
}

/** Whether it has what only its writer saves. */
export function needsAnswer({ state }: Form): boolean {
  const { dirty, autosaves } = state();
  return dirty && !autosaves;
}

/** Whether the last try to save it failed: another one would, too, until something is done about it. */
export function hasFailed({ state }: Form): boolean {
  const { dirty, phase } = state();
  return dirty && (phase === 'refused' || phase === 'clash' || phase === 'device' || phase === 'offline');
}

/** Whether what is typed into them is kept in the browser when they are left. */
export const areKept = (forms: readonly Form[]): boolean => forms.every(({ state }) => state().draft.kept);

/** Saves forms one after the other, until one is not: tells which. undefined where all are. */
export async function saveAll(forms: readonly Form[]): Promise<Form | undefined> {
  for (const form of [...forms]) {
    if (isOpen(form) && (await form.save()) === undefined) return form;
  }
  return undefined;
}

import type { EntryMove } from '../../api/entries';
import { isAtLeast } from '../../api/session';
import type { EntryDetail } from '../../api/types.gen';
import type { Role } from '../../api/words';
import type { PlainKey } from '../../i18n/message';
import type { EntryEditor } from './editor';
import { takesDraft } from './working';

export type EntryVerb = 'save' | EntryMove;

/** What keeps a verb from being done. Where that lasts, there is no button for it. */
export interface Obstacle {
  why: PlainKey;
  lasts: boolean;
}

/** An entry, and what is known of the form that it is open in; of a row of a list there is none. */
export type Seen = Pick<EntryEditor, 'collection' | 'detail' | 'others'> & Partial<Pick<EntryEditor, 'gone' | 'resolving' | 'phase' | 'dirty'>> & { parts?: readonly Seen[] };

/** Why a verb cannot be done to an entry now; undefined when it can. Buttons, shortcuts and the palette ask here alone (decision 244). */
export function obstacle(verb: EntryVerb, editor: Seen, role: Role): Obstacle | undefined {
  if (verb === 'save' && editor.parts) return noneSaved(editor.parts, role);
  const lasting = verb === 'save' ? noSave(editor) : noMove(verb, editor, role);
  if (lasting) return { why: lasting, lasts: true };
  const passing = notNow(verb, editor);
  return passing && { why: passing, lasts: false };
}

/** What is saved together can be saved while any of it can. */
function noneSaved(parts: readonly Seen[], role: Role): Obstacle | undefined {
  const found = parts.map((each) => obstacle('save', each, role));
  return found.includes(undefined) ? undefined : (found.find((each) => each?.lasts === false) ?? found[0]);
}

function noSave({ collection, detail }: Seen): PlainKey | undefined {
  if (collection.readOnly) return 'verbs.readOnly';
  return detail && !detail.permissions.edit && !takesDraft(collection, detail.entry) ? 'verbs.mayNotEdit' : undefined;
}

/** Whether what is typed can be published as soon as it is saved: publishing saves it first. */
const waitsWhenSaved = ({ collection, detail, dirty }: Seen) => dirty === true && takesDraft(collection, detail?.entry ?? { status: 'draft' });

/** A new entry can be published by who may, and nothing else can be done to it. */
function noMove(verb: EntryMove, editor: Seen, role: Role): PlainKey | undefined {
  const { collection, detail, others, parts = [editor] } = editor;
  // What is typed in one language waits as soon as it is saved, whatever is known of the others.
  if (verb === 'publish' && parts.some((each) => each.detail?.permissions.publish || (isAtLeast(role, 'editor') && waitsWhenSaved(each)))) return undefined;
  if (isAtLeast(role, 'editor') && ((verb === 'publish' && others?.wait) || (verb === 'unpublish' && others?.served))) return undefined;
  if (detail) return detail.permissions[verb] ? undefined : refused(verb, detail, role);
  if (verb !== 'publish') return 'verbs.notMade';
  if (collection.readOnly) return 'verbs.readOnly';
  if (collection.lifecycle !== 'publishing') return 'verbs.noStates';
  return isAtLeast(role, 'editor') ? undefined : 'verbs.editors';
}

/** The service refuses; this says what the reader can know of it. */
function refused(verb: EntryMove, { entry, collection }: EntryDetail, role: Role): PlainKey {
  if (!isAtLeast(role, 'editor')) return 'verbs.editors';
  if (verb === 'delete') return entry.status === 'published' && collection.lifecycle === 'publishing' ? 'entry.deleteFirst' : 'verbs.mayNot';
  if (collection.lifecycle !== 'publishing') return 'verbs.noStates';
  return entry.status === already[verb] ? 'verbs.already' : 'verbs.mayNot';
}

/** Where each move leads. */
const already = { publish: 'published', unpublish: 'draft', archive: 'archived' } as const;

function notNow(verb: EntryVerb, { gone, resolving, phase }: Seen): PlainKey | undefined {
  if (gone) return 'verbs.gone';
  if (verb !== 'save' && verb !== 'publish') return undefined;
  if (resolving) return 'verbs.resolving';
  return verb === 'save' && (phase === 'saved' || phase === 'pending') ? 'verbs.saved' : undefined;
}

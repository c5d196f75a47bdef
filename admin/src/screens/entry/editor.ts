import type { Diagnostic } from '../../api/diagnostic.gen';
import type { EntryMove } from '../../api/entries';
import type { ApiFailure } from '../../api/failure';
import type { Collection, EntryDetail } from '../../api/types.gen';
import type { TellUnread } from '../../forms/useUnread';
import type { Speech } from '../../i18n/text';
import type { Data } from '../../values/data';
import type { Deed } from '../../values/reasons';
import { titleOf } from '../../values/title';
import type { Edits } from './edits';
import { landed } from './merge';
import type { Phase } from './phase';
import type { KeptDraft } from './useDraft';
import { takesDraft, type Working } from './working';

/** What is beside an entry in other languages, and moves with it. */
export interface Others {
  /** Something waits to be published. */
  wait: boolean;
  /** Readers can fetch something. */
  served: boolean;
}

export interface EntryEditor {
  collection: Collection;
  /** What it is called where others are not in sight. Missing for what is called by its own data. */
  called?: string;
  /** As the service has it; undefined for an entry that is not made yet. */
  detail: EntryDetail | undefined;
  /** The same with the data of its pending draft, where it has one. */
  stored: Working | undefined;
  /** Whether what is saved is kept beside what readers see, as its pending draft. */
  beside: boolean;
  /** Whether what is typed goes to the service by itself. */
  autosaves: boolean;
  /** Whether its pending draft was saved here: it becomes the entry when the page is left, where that is a draft. */
  keeps: boolean;
  /** Whether its pending draft is told of: not while it is what somebody types here into a draft. */
  showsDraft: boolean;
  /** The last state of it that was saved here. */
  lastSaved: () => Working | undefined;
  /** Whether somebody is asked about what is to be saved. */
  isAsking: () => boolean;
  /** Whether somebody who was asked about the last save let it be. */
  wasDeclined: () => boolean;
  /** Somebody deleted it while it was open. */
  gone: boolean;
  /** Goes on with what is seen of it as what is not made yet. Missing where that has a page of its own. */
  anew?: (() => void) | undefined;
  /** Missing for what has no languages beside it. */
  others?: Others | undefined;
  /** What is saved with it, itself too: what an article shares and its words. Missing for what is saved alone. */
  parts?: readonly EntryEditor[];
  value: Data;
  edits: Edits | undefined;
  dirty: boolean;
  /** Fields with a value that the service does not take, and that was not saved with the others. */
  misfits: readonly string[];
  phase: Phase;
  /** Whether it is being saved because somebody said so. */
  saving: boolean;
  /** What the last attempt met; undefined once something was done about it. */
  failure: ApiFailure | undefined;
  /** What was to be done when it was met. */
  deed: Deed;
  /** The same, where a field of the form is to say it. */
  diagnostics: readonly Diagnostic[];
  /** What was tried and not sent, because the form can say by itself why it would be refused. */
  tried: 'save' | 'publish' | undefined;
  /** Properties that the form does not show. */
  hidden: readonly string[];
  /** Properties that are filled when it is published, where they are left empty. */
  filled: readonly string[];
  /** The entry as somebody else left it, while there are changes of one's own on an older version. */
  newer: Working | undefined;
  /** Whether the two are being put together. */
  resolving: boolean;
  resolve: (open: boolean) => void;
  draft: KeptDraft;
  moving: EntryMove | undefined;
  idPrefix: string;
  /** Hears of a form with input that cannot be read: it is unsaved, and keeps the entry from being saved. */
  unread: TellUnread;
  change: (value: Data) => void;
  /** Saves what was made of one's own changes and of a newer version. Where nothing is left of them, tells how they are brought back. */
  settle: (base: Working, value: Data) => (() => void) | undefined;
  /** Drops the pending draft, and what is typed. Tells how it is brought back; undefined where it was not dropped. */
  discardDraft: () => Promise<(() => Promise<void>) | undefined>;
  /** Drops what was typed since the last save. Tells how it is brought back; undefined where it was not dropped. */
  dropTyped: () => Promise<(() => void) | undefined>;
  /** Has the draft go on from what is published now, with what was chosen where both changed the same. */
  decide: (value: Data) => Promise<void>;
  /** Drops what is typed. Tells how it is brought back. */
  discard: () => () => void;
  /** Takes back what was restored from an earlier visit, saved by itself meanwhile or not. Tells how it is brought back; undefined for nothing. */
  takeBack: () => Promise<(() => void) | undefined>;
  /** What was saved; undefined when it was not, and the editor says why. */
  save: () => Promise<Working | undefined>;
  /** Whether something keeps it from being published that the form knows of, which then says so. Nothing is saved. */
  tellLacking: () => boolean;
  /** Whether it was done. Publishing saves first. */
  move: (kind: EntryMove) => Promise<boolean>;
}

/** Asked before changes are sent: what follows when they are saved, or undefined when they are not to be sent. */
export type Asked = (sent: Edits) => Promise<((saved: Working) => unknown) | undefined>;

export interface EditorOptions {
  collection: Collection;
  detail: EntryDetail | undefined;
  gone?: boolean;
  /** What an entry that is not made yet begins with. */
  start: Data;
  /** Where its draft is kept: the id, or a name for what is not made yet. */
  draftId: string;
  idPrefix: string;
  /** Must stay the same. */
  hidden?: readonly string[];
  /** Must stay the same. */
  filled?: readonly string[];
  ask?: Asked;
  /** What an entry is made of, where that is more than what was typed. */
  complete?: (value: Data) => Data;
  /** Nothing is saved until somebody says so. */
  byHand?: boolean;
  /** Whether what is not made yet is worth to be made by itself, by what was typed; missing where only its writer makes it. */
  begins?: ((value: Data) => boolean) | undefined;
  /** Nothing goes by itself yet: what it belongs to is not made. */
  waits?: boolean;
  created?: (entry: Working) => void;
  /** Where what was deleted elsewhere can be made anew on the same page: under which name its draft is kept, and what lets it go. */
  anew?: { draftId: string; begin: () => void };
}

/** What an entry is called where it is told of. */
export const calledBy = ({ called, collection, value }: Pick<EntryEditor, 'called' | 'collection' | 'value'>, { t, language }: Pick<Speech, 't' | 'language'>): string =>
  called ?? (titleOf(collection, value, language) || t('value.untitled'));

/** Whether the form can be typed into: not by who may only read, and not while a draft is looked for. */
export function isEditable({ collection, detail, draft, gone }: EntryEditor): boolean {
  return !gone && !collection.readOnly && mayWrite(collection, detail) && !draft.isSought;
}

/** The sides of a conflict that the reader has to put together; undefined where there is nothing to decide. */
export function sidesOf({ collection, detail, resolving, newer, edits, value }: EntryEditor) {
  if (!resolving || !newer || !edits || !mayWrite(collection, detail)) return undefined;
  const { base = { ...newer, version: 0, draft: undefined, data: {} }, sent } = edits;
  return { theirs: newer, base: { ...base, data: landed(base.data, sent, newer.data) }, mine: value };
}

/** Whether the reader may change the entry, or keep a draft beside it. */
export function mayWrite(collection: Collection, detail: EntryDetail | undefined): boolean {
  return !detail || detail.permissions.edit || takesDraft(collection, detail.entry);
}

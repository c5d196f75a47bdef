import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

import type { Diagnostic } from '../../api/diagnostic.gen';
import { createEntry, currentRow, discardDraft, keepDraft, moveEntry, patchEntry, saveDraft, type EntryMove } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { useMe } from '../../api/session';
import type { Collection, Entry, EntryDetail } from '../../api/types.gen';
import { findings } from '../../forms/findings';
import { focusFirstInvalid } from '../../forms/focus';
import { useUnreadForms, type TellUnread } from '../../forms/useUnread';
import type { Shape } from '../../forms/shape';
import { patchOf, sameValue, type Data } from '../../values/data';
import { propertiesOf } from './completeness';
import { carried, isRepeatable, moved, type Edits } from './edits';
import { useFirstInvalid, useRetryOnline } from './useAfterFailure';
import { landed, mergedData, settledOf } from './merge';
import { phaseOf, type Phase } from './phase';
import { useAutosave } from './useAutosave';
import { useDraft, type FoundDraft } from './useDraft';
import { useRows } from './useRows';
import { isBeside, isSameState, takesDraft, workingOf, type Working } from './working';


/** What is beside an entry in other languages, and moves with it. */
export interface Others {
  /** Something waits to be published. */
  wait: boolean;
  /** Readers can fetch something. */
  served: boolean;
}

export interface EntryEditor {
  collection: Collection;
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
  /** Whether somebody is asked about what is to be saved. */
  isAsking: () => boolean;
  /** Somebody deleted it while it was open. */
  gone: boolean;
  /** Missing for what has no languages beside it. */
  others?: Others | undefined;
  /** What is saved with it, itself too: what an article shares and its words. Missing for what is saved alone. */
  parts?: readonly EntryEditor[];
  value: Data;
  edits: Edits | undefined;
  dirty: boolean;
  phase: Phase;
  /** What the last attempt met; undefined once something was done about it. */
  failure: ApiFailure | undefined;
  /** The same, where a field of the form is to say it. */
  diagnostics: readonly Diagnostic[];
  /** What was tried and not sent, because the form can say by itself why it would be refused. */
  tried: 'save' | 'publish' | undefined;
  /** Properties that the form does not show. */
  hidden: readonly string[];
  /** The entry as somebody else left it, while there are changes of one's own on an older version. */
  newer: Working | undefined;
  /** Whether the two are being put together. */
  resolving: boolean;
  resolve: (open: boolean) => void;
  draft: FoundDraft;
  moving: EntryMove | undefined;
  idPrefix: string;
  /** Hears of a form with input that cannot be read: it is unsaved, and keeps the entry from being saved. */
  unread: TellUnread;
  change: (value: Data) => void;
  /** Saves what was made of one's own changes and of a newer version. */
  settle: (base: Working, value: Data) => void;
  /** Drops the pending draft, and what is typed. Whether it was done. */
  discardDraft: () => Promise<boolean>;
  /** Drops what was typed since the last save. Tells how it is brought back; undefined where it was not dropped. */
  dropTyped: () => Promise<(() => void) | undefined>;
  /** Has the draft go on from what is published now, with what was chosen where both changed the same. */
  decide: (value: Data) => Promise<void>;
  /** Drops what is typed. Tells how it is brought back. */
  discard: () => () => void;
  /** What was saved; undefined when it was not, and the editor says why. */
  save: () => Promise<Working | undefined>;
  /** Whether it was done. Publishing saves first. */
  move: (kind: EntryMove) => Promise<boolean>;
}

/** Asked before changes are sent: what follows when they are saved, or undefined when they are not to be sent. */
export type Asked = (sent: Edits) => Promise<((saved: Working) => unknown) | undefined>;

interface EditorOptions {
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
  ask?: Asked;
  /** What an entry is made of, where that is more than what was typed. */
  complete?: (value: Data) => Data;
  /** Nothing is saved until somebody says so. */
  byHand?: boolean;
  created?: (entry: Working) => void;
}

/** Whether the form can be typed into: not by who may only read, and not before a found draft is decided on. */
export function isEditable({ collection, detail, draft, gone }: EntryEditor): boolean {
  return !gone && !collection.readOnly && mayWrite(collection, detail) && draft.at === undefined;
}

/** The sides of a conflict that the reader has to put together; undefined where there is nothing to decide. */
export function sidesOf({ collection, detail, resolving, newer, edits, value }: EntryEditor) {
  if (!resolving || !newer || !edits?.base || !mayWrite(collection, detail)) return undefined;
  return { theirs: newer, base: edits.base, mine: value };
}

/** Whether the reader may change the entry, or keep a draft beside it. */
export function mayWrite(collection: Collection, detail: EntryDetail | undefined): boolean {
  return !detail || detail.permissions.edit || takesDraft(collection, detail.entry);
}

const none: readonly never[] = [];
const unasked: Asked = () => Promise.resolve(() => undefined);
const asTyped = (value: Data) => value;

/** Changes on their way to the service; `quiet`: by themselves, since nobody typed for a while. */
interface Sending extends Edits {
  quiet: boolean;
}

/** The state of one entry's form: what is changed, saving it, moving it, and what others did meanwhile. */
export function useEntryEditor({ collection, detail: given, gone = false, start, draftId, idPrefix, hidden = none, ask = unasked, complete = asTyped, byHand = false, created }: EditorOptions): EntryEditor {
  const me = useMe();
  const rows = useRows();
  // What was just made is known here before whoever uses the editor has heard of it.
  const [made, setMade] = useState<EntryDetail>();
  const detail = given ?? made;
  const stored = useMemo(() => detail && workingOf(detail), [detail]);
  const beside = stored?.status === 'published' && takesDraft(collection, stored);
  const autosaves = stored !== undefined && !byHand && takesDraft(collection, stored);
  const [failure, setFailure] = useState<ApiFailure>();
  const [refused, setRefused] = useState(false);
  const [unfit, setUnfit] = useState(false);
  const [tried, setTried] = useState<'save' | 'publish'>();
  const [resolving, resolve] = useState(false);
  // Who went back to the form is not asked again until they save.
  const [postponed, postpone] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [found, setFound] = useState(given?.draft !== undefined);
  const asking = useRef(false);
  // What was sent since the last save, and had no answer: the service may have it.
  const unanswered = useRef<readonly Data[]>([]);
  const { edits, latest, edit, flush, draft } = useDraft({ user: me.userId, collection: collection.name, id: draftId }, stored, start);
  const unread = useUnreadForms();
  const value = edits?.value ?? stored?.data ?? start;
  const newer = stored && edits?.base && !isSameState(edits.base, stored) ? stored : undefined;

  const asked: Asked = (sent) => {
    asking.current = true;
    return ask(sent).finally(() => {
      asking.current = false;
    });
  };
  const fail = (error: unknown, row: Entry | null | undefined) => {
    setFailure(error instanceof ApiFailure ? error : new ApiFailure('broken', 0, String(error)));
    flush(); // the session may have ended, which leads away from here
    if (row) rows.replace(row);
  };
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
    onMutate: () => {
      setFailure(undefined);
      setRefused(false);
      setUnfit(false);
      setTried(undefined);
    },
    onError: (error, { value }) => {
      if (!isAnswered(error)) unanswered.current = [...unanswered.current, value];
    },
    onSuccess: (saved, sent) => {
      unanswered.current = [];
      if (saved.hasDraft) {
        rows.beside(saved.entry, (known) => ({ ...saved, related: known.related }));
        setKeeps(true);
      } else rows.keep(saved);
      if (!given) setMade(saved);
      const now = workingOf(saved);
      edit(carried(latest(), sent.value, now), now.id);
      if (!sent.base) created?.(now);
    },
  });
  const refuse = (error: unknown, quiet: boolean, row: Entry | null | undefined = currentRow(error)) => {
    if (quiet && error instanceof ApiFailure && error.status === 400) {
      setUnfit(true); // half of a date, say: whoever types on mends it
      return;
    }
    setRefused(true);
    fail(error, row);
    if (row) resolve(true);
  };
  const moving = useMutation({
    networkMode: 'always',
    mutationFn: ({ row, kind }: { row: Working; kind: EntryMove }) => moveEntry(row, kind),
    onMutate: () => setFailure(undefined),
    onSuccess: (done, { row }) => {
      const now = latest();
      if ('removed' in done) {
        edit(undefined);
        setMade(undefined);
        rows.forget(row);
        return;
      }
      rows.keep(done);
      if (!given) setMade(done);
      if (now) edit(moved(now, row, workingOf(done)));
    },
    onError: (error, { row }) => {
      fail(error, currentRow(error));
      if (error instanceof ApiFailure && error.code === 'CONFLICT') void rows.read(row).catch(() => undefined);
    },
  });

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
    if (!given) setMade(fresh);
    const next = rebased(latest() ?? sent, now);
    resolve(!next);
    if (!next) return 'asked';
    setFailure(undefined);
    setRefused(false);
    edit(sameValue(next.value, now.data) ? undefined : next);
    return fresh;
  };
  const running = useRef<{ sent: Edits; saved: Promise<Working | undefined> }>(undefined);
  const byItself = useRef(false);
  const save = (quiet: boolean): Promise<Working | undefined> => {
    byItself.current = quiet;
    if (newer) {
      const next = rebased(latest() ?? { base: undefined, value }, newer);
      if (next && sameValue(next.value, newer.data)) {
        edit(undefined);
        return Promise.resolve(newer);
      }
      if (next) {
        edit(next);
        return send(next, quiet);
      }
      resolve(true);
      return Promise.resolve(undefined);
    }
    if (unread.first !== undefined) {
      keepBack('save');
      return Promise.resolve(undefined);
    }
    const sent = latest() ?? (stored ? undefined : { base: undefined, value });
    return sent ? send(sent, quiet) : Promise.resolve(stored);
  };
  /** What is kept beside a draft becomes it, when its writer saves it: with what others wrote meanwhile. */
  const keep = async (saved: Working): Promise<Working> => {
    const kept = await keepDraft(saved).catch(async (error: unknown) => {
      if (!isMoved(error)) throw error;
      const fresh = await rows.read(saved);
      const now = workingOf(fresh);
      if (fresh.entry.status !== 'draft' || !fresh.draft) return fresh;
      const settled = settledOf(fresh.draft, fresh.entry.data, now.data);
      if (!settled || (isSameState(saved, now) && Object.keys(settled).length === 0)) throw error;
      const last = Object.keys(settled).length > 0 ? { ...fresh, ...(await saveDraft(now, settled)) } : fresh;
      return keepDraft(workingOf(last));
    });
    rows.keep(kept);
    if (!given) setMade(kept);
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
    setTried(what);
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
  const [going, setGoing] = useState<EntryMove>();
  const underway = useRef(false);
  const toPublish = (): Promise<Working | undefined> => {
    const shown = newer || unread.first !== undefined ? [] : findings(value, collection.schema as Shape).filter(({ path }) => !hidden.includes(String(path[0])));
    if (shown.length === 0) return save(false);
    keepBack('publish');
    return Promise.resolve(undefined);
  };
  const makeMove = async (kind: EntryMove): Promise<boolean> => {
    // What was typed into a draft goes with it, into the archive and into the bin.
    const row = kind === 'publish' ? await toPublish() : stored?.status === 'draft' && stored.draft ? ((await saveByHand()) ?? stored) : stored;
    if (!row) return false;
    const then = kind === 'publish' && row.draft && detail ? await asked({ base: detail.entry, value: row.data }) : () => undefined;
    if (!then) return false;
    return moving.mutateAsync({ row, kind }).then(
      async (done) => {
        if (!('removed' in done)) await then(done.entry);
        return true;
      },
      () => false,
    );
  };
  const move = async (kind: EntryMove): Promise<boolean> => {
    if (underway.current) return false;
    underway.current = true;
    setGoing(kind);
    return makeMove(kind).finally(() => {
      underway.current = false;
      setGoing(undefined);
    });
  };

  const [at] = failure?.pointer ?? [];
  const diagnostics = useMemo(() => (at !== undefined && failure?.diagnostic && propertiesOf(collection).includes(at) ? [failure.diagnostic] : none), [at, failure, collection]);
  useFirstInvalid(diagnostics, idPrefix);
  useAutosave(autosaves && !resolving && !(postponed && newer) && draft.at === undefined && failure === undefined && !saving.isPending && !moving.isPending && !keeping ? edits?.value : undefined, () => {
    if (latest() && unread.first === undefined) void save(true);
  });
  useRetryOnline(failure?.kind === 'offline' && isRepeatable(edits), () => void (byItself.current ? save(true) : saveByHand()));
  const dropDraft = async (): Promise<boolean> => {
    if (!detail || !stored?.draft) return false;
    await running.current?.saved;
    const now = await rows.read(detail.entry).catch(() => undefined);
    const seen = now && workingOf(now);
    // Somebody else went on with it: what they wrote is shown before it is dropped.
    if (!seen?.draft || (seen.draft.counter !== stored.draft.counter && now?.draft?.savedBy?.id !== me.userId)) return false;
    const done = await discardDraft(seen).catch((error: unknown) => fail(error, undefined));
    if (!done) return false;
    edit(undefined);
    setFailure(undefined);
    const after = await rows.read(detail.entry).catch(() => undefined);
    if (after) rows.keep(after);
    return true;
  };
  const discard = () => {
    const dropped = latest();
    postpone(false);
    setFailure(undefined);
    setTried(undefined);
    resolve(false);
    edit(undefined);
    return () => {
      if (dropped && !latest()) edit(dropped);
    };
  };
  const dropTyped = async () => {
    const whole = { base: detail?.entry, value };
    if (!keeps || stored?.status !== 'draft' || !stored.draft) return discard();
    if (!(await dropDraft())) return undefined;
    return () => {
      if (!latest()) edit(whole);
    };
  };
  return {
    collection, detail, stored, beside, autosaves, value, edits,
    keeps: keeps && stored?.status === 'draft' && stored.draft !== undefined,
    showsDraft: stored?.draft !== undefined && (stored.status !== 'draft' || found || !keeps || (detail?.draft?.conflicts.length ?? 0) > 0),
    isAsking: () => asking.current,
    gone: gone || (failure?.status === 404 && stored !== undefined),
    failure, diagnostics, tried, hidden, newer, resolving, draft, idPrefix, save: saveByHand, move,
    unread: unread.tell,
    dirty: edits !== undefined || unread.first !== undefined,
    phase: phaseOf({ saving: saving.isPending || keeping, unfit, kept: stored?.draft && (stored.status === 'draft' ? 'autosaved' : 'pending'), unsaved: edits !== undefined || unread.first !== undefined || !stored, offline: failure?.kind === 'offline', refused: refused || tried === 'save' }),
    moving: going,
    resolve: (open) => {
      resolve(open);
      postpone(!open);
    },
    change: (next) => {
      const base = latest() ? latest()?.base : stored;
      if (autosaves && failure?.kind !== 'offline') setFailure(undefined);
      if (failure?.pointer[0] !== undefined && !sameValue(value[failure.pointer[0]], next[failure.pointer[0]])) setFailure(undefined);
      setRefused(false);
      setUnfit(false);
      if (tried === 'save') setTried(undefined);
      edit(sameValue(base?.data ?? start, next) ? undefined : { base, value: next });
    },
    settle: (base, value) => {
      setFailure(undefined);
      resolve(false);
      const left = sameValue(base.data, value) ? undefined : { base, value };
      edit(left);
      if (left) void saveByHand();
    },
    decide: async (value) => {
      if (!detail || !stored?.draft) return;
      const chosen = Object.fromEntries((detail.draft?.conflicts ?? []).map((field) => [field, value[field] ?? null]));
      const saved = await saveDraft(stored, { ...chosen, ...patchOf(stored.data, value) }).catch((error: unknown) => fail(error, undefined));
      if (!saved) return;
      edit(undefined);
      setFailure(undefined);
      rows.beside(saved.entry, (known) => ({ ...known, entry: saved.entry, draft: saved.draft }));
    },
    discardDraft: dropDraft, dropTyped, discard,
  };
}

/** Whether the service has said what became of a save. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind !== 'offline' && error.status < 500;
}

/** Whether a save was refused because the entry, or its draft, is another one by now. */
function isMoved(error: unknown): boolean {
  return error instanceof ApiFailure && (error.code === 'CONFLICT' || error.code === 'AUTH_DENIED');
}

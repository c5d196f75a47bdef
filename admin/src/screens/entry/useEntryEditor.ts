import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

import type { Diagnostic } from '../../api/diagnostic.gen';
import { createEntry, currentRow, moveEntry, patchEntry, type EntryMove } from '../../api/entries';
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
import { useDraft, type FoundDraft } from './useDraft';
import { useRows } from './useRows';

/** saved: as the service has it. offline and refused: the last try to save failed. */
export type Phase = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';

export interface EntryEditor {
  collection: Collection;
  /** As the service has it; undefined for an entry that is not made yet. */
  detail: EntryDetail | undefined;
  /** Somebody deleted it while it was open. */
  gone: boolean;
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
  newer: Entry | undefined;
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
  settle: (base: Entry, value: Data) => void;
  discard: () => void;
  /** What was saved; undefined when it was not, and the editor says why. */
  save: () => Promise<Entry | undefined>;
  /** Whether it was done. Publishing saves first. */
  move: (kind: EntryMove) => Promise<boolean>;
}

/** Asked before changes are sent: what follows when they are saved, or undefined when they are not to be sent. */
export type Asked = (sent: Edits) => Promise<((saved: Entry) => unknown) | undefined>;

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
  created?: (entry: Entry) => void;
}

/** Whether the form can be typed into: not by who may only read, and not before a found draft is decided on. */
export function isEditable({ collection, detail, draft, gone }: EntryEditor): boolean {
  return !gone && !collection.readOnly && (detail?.permissions.edit ?? true) && draft.at === undefined;
}

const none: readonly never[] = [];
const unasked: Asked = () => Promise.resolve(() => undefined);

/** The state of one entry's form: what is changed, saving it, moving it, and what others did meanwhile. */
export function useEntryEditor({ collection, detail: given, gone = false, start, draftId, idPrefix, hidden = none, ask = unasked, created }: EditorOptions): EntryEditor {
  const me = useMe();
  const rows = useRows();
  // What was just made is known here before whoever uses the editor has heard of it.
  const [made, setMade] = useState<EntryDetail>();
  const detail = given ?? made;
  const stored = detail?.entry;
  const [failure, setFailure] = useState<ApiFailure>();
  const [refused, setRefused] = useState(false);
  const [tried, setTried] = useState<'save' | 'publish'>();
  const [resolving, resolve] = useState(false);
  const { edits, latest, edit, flush, draft } = useDraft({ user: me.userId, collection: collection.name, id: draftId }, stored, start);
  const unread = useUnreadForms();
  const value = edits?.value ?? stored?.data ?? start;
  const newer = stored && edits?.base && edits.base.version !== stored.version ? stored : undefined;

  const fail = (error: unknown, row: Entry | undefined) => {
    setFailure(error instanceof ApiFailure ? error : new ApiFailure('broken', 0, String(error)));
    flush(); // the session may have ended, which leads away from here
    if (row) rows.replace(row);
  };
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: ({ base, value }: Edits) => (base ? patchEntry(base, patchOf(base.data, value)) : createEntry(collection.name, value)),
    onMutate: () => {
      setFailure(undefined);
      setRefused(false);
      setTried(undefined);
    },
    onSuccess: (saved, sent) => {
      rows.keep(saved);
      if (!given) setMade(saved);
      edit(carried(latest(), sent.value, saved.entry), saved.entry.id);
      if (!sent.base) created?.(saved.entry);
    },
    onError: (error) => {
      const row = currentRow(error);
      setRefused(true);
      fail(error, row);
      if (row) resolve(true);
    },
  });
  const moving = useMutation({
    networkMode: 'always',
    mutationFn: ({ row, kind }: { row: Entry; kind: EntryMove }) => moveEntry(row, kind),
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
      if (now) edit(moved(now, row, done.entry));
    },
    onError: (error) => fail(error, currentRow(error)),
  });

  const running = useRef<{ sent: Edits; saved: Promise<Entry | undefined> }>(undefined);
  const save = (): Promise<Entry | undefined> => {
    if (newer) {
      resolve(true);
      return Promise.resolve(undefined);
    }
    if (unread.first !== undefined) {
      keepBack('save');
      return Promise.resolve(undefined);
    }
    const sent = latest() ?? (stored ? undefined : { base: undefined, value });
    return sent ? send(sent) : Promise.resolve(stored);
  };
  /** Says in the form why something is not sent. */
  const keepBack = (what: 'save' | 'publish') => {
    setTried(what);
    requestAnimationFrame(() => focusFirstInvalid(idPrefix));
  };
  const sendAsked = async (sent: Edits): Promise<Entry | undefined> => {
    const then = await ask(sent);
    if (!then) return undefined;
    const saved = await saving.mutateAsync(sent).catch(() => undefined);
    if (saved) await then(saved.entry);
    return saved?.entry;
  };
  /** One after the other: who saves while something is saved means what was typed since, too. */
  const send = (sent: Edits): Promise<Entry | undefined> => {
    const before = running.current;
    if (before && before.sent.value === sent.value) return before.saved;
    const saved = before ? before.saved.then((row) => (row ? sendLeft(row) : undefined)) : sendAsked(sent);
    const own = { sent, saved };
    running.current = own;
    void saved.finally(() => {
      if (running.current === own) running.current = undefined;
    });
    return saved;
  };
  const sendLeft = (row: Entry): Promise<Entry | undefined> => {
    const left = latest();
    return left ? sendAsked(left) : Promise.resolve(row);
  };
  const [going, setGoing] = useState<EntryMove>();
  const underway = useRef(false);
  const toPublish = (): Promise<Entry | undefined> => {
    const shown = newer || unread.first !== undefined ? [] : findings(value, collection.schema as Shape).filter(({ path }) => !hidden.includes(String(path[0])));
    if (shown.length === 0) return save();
    keepBack('publish');
    return Promise.resolve(undefined);
  };
  const makeMove = async (kind: EntryMove): Promise<boolean> => {
    const row = kind === 'publish' ? await toPublish() : stored;
    if (!row) return false;
    return moving.mutateAsync({ row, kind }).then(
      () => true,
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
  useRetryOnline(failure?.kind === 'offline' && isRepeatable(edits), () => void save());
  return {
    collection, detail, value, edits,
    gone: gone || (failure?.status === 404 && stored !== undefined),
    failure, diagnostics, tried, hidden, newer, resolving, resolve, draft, idPrefix, save, move,
    unread: unread.tell,
    dirty: edits !== undefined || unread.first !== undefined,
    phase: phaseOf(saving.isPending, edits !== undefined || unread.first !== undefined || !stored, failure?.kind === 'offline', refused || tried === 'save'),
    moving: going,
    change: (next) => {
      const base = latest() ? latest()?.base : stored;
      if (failure?.pointer[0] !== undefined && !sameValue(value[failure.pointer[0]], next[failure.pointer[0]])) setFailure(undefined);
      setRefused(false);
      if (tried === 'save') setTried(undefined);
      edit(sameValue(base?.data ?? start, next) ? undefined : { base, value: next });
    },
    settle: (base, value) => {
      setFailure(undefined);
      resolve(false);
      const left = sameValue(base.data, value) ? undefined : { base, value };
      edit(left);
      if (left) void send(left);
    },
    discard: () => {
      setFailure(undefined);
      setTried(undefined);
      resolve(false);
      edit(undefined);
    },
  };
}

function phaseOf(saving: boolean, unsaved: boolean, offline: boolean, refused: boolean): Phase {
  if (saving) return 'saving';
  if (!unsaved) return 'saved';
  if (offline) return 'offline';
  return refused ? 'refused' : 'unsaved';
}

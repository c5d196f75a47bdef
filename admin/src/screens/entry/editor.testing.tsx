import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { vi } from 'vitest';

import { entryQuery } from '../../api/entries';
import { ApiFailure } from '../../api/failure';
import { bootstrapQuery } from '../../api/session';
import type { Bootstrap, Collection, Draft, Entry, EntryDetail } from '../../api/types.gen';
import { storage } from '../../drafts/storage.testing';
import { applied, patchOf, sameValue, type Data } from '../../values/data';
import type { Asked } from './editor';
import { useEntryEditor } from './useEntryEditor';
import { useLastSeen } from './useWords';

const text = { type: 'string' };
const collection = { name: 'posts', lifecycle: 'publishing', readOnly: false, schema: { type: 'object', properties: { title: text, body: text } }, uiSchema: null, translations: [], translates: null } as unknown as Collection;
const permissions = { edit: true, publish: true, unpublish: true, archive: true, delete: true };
const nobody = { authorId: null, createdAt: 1, updatedAt: 1 };

interface Request {
  method: string;
  path: string;
  body: { id?: string; data?: Data; expectedVersion?: number; expectedDraft?: number };
}

class TooLong extends ApiFailure {
  readonly at: string;

  constructor(field: string) {
    super('refused', 400, 'INPUT_VALIDATION_FAILED');
    this.at = `data#/${field}`;
  }
}

/** A service that has one entry. A change waits, or its answer is lost, where a test says so. */
export class Service {
  readonly asked: string[] = [];
  /** The entries that were made. */
  readonly made: Data[] = [];
  /** How many characters a property may have. */
  longest: Record<string, number> = {};
  /** That of the last draft: it never comes again. */
  private counter = 0;
  private next: ((request: Request) => Promise<unknown>) | undefined;

  constructor(
    public entry: Entry | undefined = { id: '1', collection: 'posts', status: 'draft', version: 1, data: { title: 'pot', body: 'one\n\ntwo' }, ...nobody },
    public draft?: Draft,
  ) {
    vi.stubGlobal('fetch', (path: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => this.fetch({ method, path: path.replace(/\?.*/, ''), body: JSON.parse(body) as Request['body'] }));
  }

  /** The next change waits until what is given back is called. */
  hold(): () => void {
    let go = (): void => undefined;
    const gone = new Promise<void>((resolve) => (go = resolve));
    this.next = (request) => gone.then(() => this.answer(request));
    return go;
  }

  /** The next change is made at once, and answered when what is given back is called. */
  delay(): () => void {
    let go = (): void => undefined;
    const gone = new Promise<void>((resolve) => (go = resolve));
    this.next = (request) => {
      const answer = this.answer(request);
      return gone.then(() => answer);
    };
    return go;
  }

  /** The next change does not arrive. */
  cut(): void {
    this.next = () => Promise.reject(new TypeError('Failed to fetch'));
  }

  /** The next change is refused, when what is given back is called. */
  refuse(status: number, code: string): () => void {
    const go = this.hold();
    const { next } = this;
    this.next = async (request) => {
      await next?.({ ...request, method: 'GET' }).catch(() => undefined);
      throw new ApiFailure('refused', status, code);
    };
    return go;
  }

  /** The next change is made, and nobody hears of it. */
  lose(): void {
    this.next = (request) => {
      this.answer(request);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
  }

  /** What somebody else types: who has seen the entry as it is goes on from that. */
  type(data: Data, seen?: number): void {
    const { entry, draft } = this;
    if (!entry) return;
    const { base, baseData } = draft && seen !== entry.version ? draft : { base: entry.version, baseData: entry.data };
    const had = draft && seen === entry.version ? onto(draft, entry.data) : (draft?.data ?? entry.data);
    this.counter += 1;
    this.draft = { counter: this.counter, base, data: applied(data, had), baseData, conflicts: [], begunAt: 1, begunBy: null, savedAt: 1, savedBy: null, page: null };
  }

  get detail(): EntryDetail | undefined {
    return this.entry && { entry: this.entry, collection, permissions, related: [], hasDraft: this.draft !== undefined, ...(this.draft ? { draft: this.draft } : {}) };
  }

  private async fetch(request: Request): Promise<Response> {
    this.asked.push(`${request.method} ${request.path.replace('/admin/api/entries', '')}`);
    try {
      const { next } = this;
      if (request.method === 'GET' || !next) return Response.json(this.answer(request));
      this.next = undefined;
      return Response.json(await next(request));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return Response.json({ diagnostic: { code: error.message, message: '', path: error instanceof TooLong ? error.at : '', phase: 'runtime', severity: 'error' } }, { status: error.status });
    }
  }

  private answer({ method, path, body }: Request): unknown {
    const { entry } = this;
    if (method === 'POST' && path.endsWith('/entries')) {
      if (entry && entry.id === body.id) throw new ApiFailure('refused', 409, 'CONFLICT');
      this.made.push(body.data ?? {});
      this.entry = { id: body.id ?? '2', collection: 'posts', status: 'draft', version: 1, data: body.data ?? {}, ...nobody };
      return this.detail;
    }
    if (!entry) throw new ApiFailure('refused', 404, 'NOT_FOUND');
    if (method === 'GET') return this.detail;
    if ((body.expectedVersion ?? entry.version) !== entry.version || ('expectedDraft' in body && body.expectedDraft !== (this.draft?.counter ?? 0))) throw new ApiFailure('refused', 409, 'CONFLICT');
    for (const [field, most] of Object.entries(this.longest)) {
      if ((body.data?.[field] as string | undefined ?? '').length > most) throw new TooLong(field);
    }
    if (method === 'PATCH' && path.endsWith('/draft')) {
      this.type(body.data ?? {}, body.expectedVersion);
      if (this.draft && sameValue(onto(this.draft, entry.data), entry.data)) this.draft = undefined;
      return { entry, draft: this.draft ?? null };
    }
    if (method === 'DELETE' && path.endsWith('/draft')) {
      this.draft = undefined;
      return { removed: true };
    }
    const data = method === 'PATCH' ? applied(body.data ?? {}, entry.data) : (this.draft?.data ?? entry.data);
    const isPublished = entry.status === 'published' || path.endsWith('/publish');
    this.entry = { ...entry, data, version: entry.version + 1, status: isPublished ? 'published' : entry.status };
    this.draft = undefined;
    return this.detail;
  }
}

/** What readers would see, were a draft published. */
const onto = ({ data, baseData }: Draft, live: Data): Data => applied(patchOf(baseData, data), live);

interface Opened {
  /** It is asked for by what it belongs to, which forgets it when it is deleted. */
  listed?: boolean;
  /** It is not made yet, and makes itself once it has a title. */
  fresh?: boolean;
  /** What somebody is asked before it is saved. */
  ask?: Asked;
}

const none: Data = {};

interface Loaded {
  id: string;
  created: (id: string) => void;
  data: EntryDetail | undefined;
  error: Error | null;
}

const LoadedContext = createContext<Loaded | undefined>(undefined);

/** Asks for the entry, as a page does above its editor. */
function Loader({ first, children }: { first: string; children: ReactNode }) {
  const [id, created] = useState(first);
  const { data, error } = useQuery({ ...entryQuery('posts', id), enabled: id !== 'new' });
  return <LoadedContext value={useMemo(() => ({ id, created, data, error }), [id, data, error])}>{children}</LoadedContext>;
}

/** The editor of the entry of a service, as a page has it. */
export function openEntry(service: Service, { listed = false, fresh = false, ask }: Opened = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(bootstrapQuery.queryKey, { me: { userId: 'ada', role: 'editor' } } as unknown as Bootstrap);
  const first = fresh ? 'new' : '1';
  const { queryKey } = entryQuery('posts', first);
  if (!fresh) queries.setQueryData(queryKey, service.detail);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <Loader first={first}>{children}</Loader>
    </QueryClientProvider>
  );
  const shown: Data[] = [];
  const hook = renderHook(
    () => {
      const { id, created, data, error } = use(LoadedContext) as Loaded;
      const missing = error instanceof ApiFailure && error.status === 404;
      const seen = useLastSeen(missing ? undefined : data);
      const own = listed ? { detail: seen.detail, gone: seen.gone, draftId: seen.detail?.entry.id ?? 'new en', anew: { draftId: 'new en', begin: seen.letGo } } : { detail: data, gone: missing, draftId: id };
      const begins = fresh ? (value: Data) => Boolean(value['title']) : undefined;
      const editor = useEntryEditor({ collection, ...own, start: none, idPrefix: 'entry', begins, ...(ask && { ask }), ...(listed ? {} : { created: (made) => created(made.id) }) });
      if (shown.at(-1) !== editor.value) shown.push(editor.value);
      return editor;
    },
    { wrapper },
  );
  return {
    editor: () => hook.result.current,
    /** What its form has shown, one after the other. */
    shown,
    type: (data: Data) => act(() => hook.result.current.change({ ...hook.result.current.value, ...data })),
    /** Lets time pass, in milliseconds, and what is answered meanwhile be heard. */
    wait: (time = 0) => act(() => vi.advanceTimersByTimeAsync(time)),
    /** Hears of what others did. */
    hear: () =>
      act(async () => {
        await queries.invalidateQueries({ queryKey });
        await vi.advanceTimersByTimeAsync(0);
      }),
    save: () => act(() => void hook.result.current.save()),
    publish: () => {
      let done = Promise.resolve(false);
      act(() => void (done = hook.result.current.move('publish')));
      return done;
    },
    close: hook.unmount,
  };
}

/** A browser of its own for each test, whose time passes as the test says. */
export function fakeBrowser(): void {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
}

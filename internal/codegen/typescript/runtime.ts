// What every generated module has, whatever the site. The part above it in the
// module has the fingerprint, the plan and the types; the part below, the
// operations and the tables of names.

/** A ServiceCode, or a code that a handler has made up. */
export type ServiceErrorCode = ServiceCode | (string & {})

/** What went wrong, as the service says it. */
export interface ServiceDiagnostic {
  readonly code: ServiceErrorCode
  readonly message: string
  /** The place: `input#/<pointer>` for input and params, `data#/<pointer>` for entries. */
  readonly path?: string
  readonly phase?: string
  readonly severity?: string
  readonly value?: unknown
  readonly expected?: unknown
  readonly candidates?: readonly string[]
  readonly suggestion?: string
  readonly requestId?: string
}

/** A call that failed. A call that you abort rejects with the reason of your signal instead. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly diagnostic: ServiceDiagnostic
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined
  /** In how many milliseconds the service wants to be asked again. */
  readonly retryAfter: number | undefined

  constructor(diagnostic: ServiceDiagnostic, more: { status?: number; requestId?: string | undefined; retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(`${diagnostic.code} ${diagnostic.message}`, { cause: more.cause })
    this.code = diagnostic.code
    this.diagnostic = diagnostic
    this.status = more.status ?? 0
    this.requestId = more.requestId ?? diagnostic.requestId
    this.retryAfter = more.retryAfter
  }
}

/** What a call over HTTP carries besides its arguments. */
export interface ServiceRequest {
  readonly signal?: AbortSignal | undefined
  /** In milliseconds, for the whole call; 30,000 unless the client says otherwise. Infinity is none. */
  readonly timeout?: number | undefined
  /** How many times a read is tried again when the service is busy or cannot be reached; 0 by default. Writes are never repeated. */
  readonly retry?: number | undefined
}

export interface ServiceUser {
  readonly id: string
}

export interface ServiceStaff {
  readonly id: string
  readonly role: 'owner' | 'editor' | 'contributor'
}

/** The verified credential of a caller. */
export interface ServiceAuth {
  readonly credential: 'session' | 'oauth' | 'api-key'
  readonly credentialId: string
  readonly clientId?: string
  readonly scopes: readonly string[]
}

/** Who makes a call in process, and what it carries. */
export interface ServiceContext<Env = unknown> {
  readonly user?: ServiceUser | null | undefined
  readonly staff?: ServiceStaff | null | undefined
  readonly auth?: ServiceAuth | undefined
  readonly env?: Env | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
}

/** The options of a View; params, where it has any, go next to them under `params`. */
export interface ServiceViewOptions<Context = ServiceContext> {
  /** From 1. */
  readonly page?: number | undefined
  /** How many rows a page has; at most the limit of the View. */
  readonly show?: number | undefined
  readonly ctx?: Context | undefined
}

/** The options of a View whose pages have cursors. A cursor beats page. */
export interface ServiceCursorOptions<Context = ServiceContext> extends ServiceViewOptions<Context> {
  /** The nextCursor of the page before. */
  readonly cursor?: string | undefined
}

/** A page of a View. */
export interface ServicePage<Row> {
  readonly rows: Row[]
  readonly page: number
  readonly show: number
  /** The page is full; the next may still be empty. */
  readonly hasMore: boolean
  readonly nextCursor?: string
}

type ViewArguments<Params, Options> = {} extends Params
  ? [options?: Options & { readonly params?: Params | undefined }]
  : [options: Options & { readonly params: Params }]

/** Reads one page of a View. */
export interface ServiceView<Params, Row, Options> {
  (...options: ViewArguments<Params, Options>): Promise<ServicePage<Row>>
  /** Walks the pages from the one that the options name. A page is read when it is asked for. */
  pages(...options: ViewArguments<Params, Options>): AsyncGenerator<ServicePage<Row>, void, undefined>
}

/** An entry, whose data is as Data says while it is published. */
export interface ServiceEntry<Data> {
  readonly id: string
  readonly collection: string
  readonly status: 'published'
  /** Increases with every change. */
  readonly version: number
  readonly data: Data
  /** The user who created it; null when unknown. */
  readonly authorId: string | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly locale?: string
}

/** An entry that is not published; required properties may still be missing. */
export interface ServiceUnpublished<Data> extends Omit<ServiceEntry<Data>, 'status' | 'data'> {
  readonly status: 'draft' | 'archived'
  readonly data: Partial<Data>
}

/** An entry in a list of the Admin API, which holds no data. */
export interface ServiceEntrySummary extends Omit<ServiceEntry<unknown>, 'status' | 'data'> {
  readonly status: 'draft' | 'published' | 'archived'
  readonly title: string
  readonly preview: string
}

export interface ServiceEntryQuery {
  readonly status?: 'draft' | 'published' | 'archived' | undefined
  /** The nextCursor of the list before. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface ServiceEntryList<Entry> {
  readonly items: Entry[]
  /** null at the end. */
  readonly nextCursor: string | null
}

/** The entries of a collection that Procedures alone write. */
export interface ServiceReadOnlyCollection<Entry, Context, Distant extends boolean = false> {
  get(id: string, ctx?: Context): Promise<Entry>
  list(query?: ServiceEntryQuery, ctx?: Context): Promise<ServiceEntryList<Distant extends true ? ServiceEntrySummary : Entry>>
}

/** The entries of a collection. */
export interface ServiceCollection<Draft, Entry, Context, Distant extends boolean = false> extends ServiceReadOnlyCollection<Entry, Context, Distant> {
  /** Makes a draft, or a published entry of an operational collection. */
  createDraft(data: Draft, ctx?: Omit<Context, 'retry'>): Promise<Entry>
  delete(id: string, ctx?: Omit<Context, 'retry'>): Promise<{ readonly removed: boolean }>
}

/** A View as a runtime knows it. */
export interface ServiceViewRoute {
  readonly name: string
  /** Where REST reads it. */
  readonly path: string
  /** Its pages have cursors. */
  readonly cursor: boolean
}

/** A Procedure as a runtime knows it; without a path, no route leads to it. */
export interface ServiceProcedureRoute {
  readonly name: string
  readonly method?: string
  /** With `{property}` where a property of the input stands. */
  readonly path?: string
}

/** What a View is asked for. */
export interface ServiceViewRequest {
  readonly params?: object | undefined
  readonly page?: number | undefined
  readonly show?: number | undefined
  readonly cursor?: string | undefined
}

/** The entries of every collection, by the wire name of the collection. */
export interface ServiceEntriesRuntime<Context> {
  createDraft(collection: string, data: unknown, ctx?: Context): Promise<unknown>
  get(collection: string, id: string, ctx?: Context): Promise<unknown>
  list(collection: string, query: ServiceEntryQuery, ctx?: Context): Promise<ServiceEntryList<unknown>>
  delete(collection: string, id: string, ctx?: Context): Promise<{ readonly removed: boolean }>
}

/** What carries calls to a service: in process, or over HTTP. Failures are ServiceErrors. */
export interface ServiceRuntime<Context = ServiceContext> {
  /** The fingerprint of the manifests that it runs. */
  readonly revision: string
  executeView(view: ServiceViewRoute, request: ServiceViewRequest, ctx?: Context): Promise<ServicePage<unknown>>
  executeProcedure(procedure: ServiceProcedureRoute, input: unknown, ctx?: Context): Promise<unknown>
  /** Where the runtime carries entries. */
  readonly entries?: ServiceEntriesRuntime<Context>
}

/** A View by itself, for bundles that shall hold no other: `view_posts(connectService({ baseUrl }), { params })`. */
export interface ServiceViewOperation<Params, Row, Cursor extends boolean> {
  readonly route: ServiceViewRoute
  <Context>(runtime: ServiceRuntime<Context>, ...options: ViewArguments<Params, OptionsOf<Cursor, Context>>): Promise<ServicePage<Row>>
  pages<Context>(runtime: ServiceRuntime<Context>, ...options: ViewArguments<Params, OptionsOf<Cursor, Context>>): AsyncGenerator<ServicePage<Row>, void, undefined>
}

type OptionsOf<Cursor, Context> = Cursor extends true ? ServiceCursorOptions<Context> : ServiceViewOptions<Context>

/** A Procedure by itself. */
export interface ServiceProcedureOperation<Input, Output> {
  readonly route: ServiceProcedureRoute
  <Context>(runtime: ServiceRuntime<Context>, input: Input, ctx?: Omit<Context, 'retry'>): Promise<Output>
}

/** Options of a View without their types. */
interface LooseOptions<Context> extends ServiceViewRequest {
  readonly ctx?: Context | undefined
}

function readView<Context>(runtime: ServiceRuntime<Context>, view: ServiceViewRoute, options: LooseOptions<Context> = {}): Promise<ServicePage<unknown>> {
  const { ctx, ...request } = options
  return runtime.executeView(view, request, ctx)
}

async function* walkPages<Context>(runtime: ServiceRuntime<Context>, view: ServiceViewRoute, options: LooseOptions<Context> = {}): AsyncGenerator<ServicePage<unknown>, void, undefined> {
  let next = options
  for (;;) {
    const page = await readView(runtime, view, next)
    yield page
    if (!page.hasMore || (view.cursor && page.nextCursor === undefined)) return
    next = view.cursor ? { ...options, cursor: page.nextCursor } : { ...options, page: page.page + 1 }
  }
}

/** Makes the operation of a View. */
export function serviceView<Params, Row, Cursor extends boolean>(route: ServiceViewRoute): ServiceViewOperation<Params, Row, Cursor> {
  const read = <Context>(runtime: ServiceRuntime<Context>, options?: LooseOptions<Context>) => readView(runtime, route, options)
  const pages = <Context>(runtime: ServiceRuntime<Context>, options?: LooseOptions<Context>) => walkPages(runtime, route, options)
  return Object.assign(read, { route, pages }) as unknown as ServiceViewOperation<Params, Row, Cursor>
}

/** Makes the operation of a Procedure. */
export function serviceProcedure<Input, Output>(route: ServiceProcedureRoute): ServiceProcedureOperation<Input, Output> {
  const call = <Context>(runtime: ServiceRuntime<Context>, input: unknown, ctx?: Context) => runtime.executeProcedure(route, input, ctx)
  return Object.assign(call, { route }) as unknown as ServiceProcedureOperation<Input, Output>
}

/** What connectService and createService need to reach a service over HTTP. */
export interface ServiceClientOptions {
  /** Such as https://site.example; '' is the origin of the page. */
  readonly baseUrl: string
  /** The session of a member of staff is at hand: entries, staff Views and operations are carried by the Admin API, which other origins do not reach. */
  readonly staff?: boolean | undefined
  /** A bearer token: an API key or an access token. A function is asked before every request. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** Headers of every request, such as a cookie outside of browsers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether browsers send cookies; as fetch has it, to the same origin alone. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  readonly timeout?: number | undefined
  /** How many times reads are tried again; 0 by default. */
  readonly retry?: number | undefined
  /** Reads JSON. The built-in parser rounds integers beyond Number.MAX_SAFE_INTEGER. */
  readonly parse?: ((text: string) => unknown) | undefined
  /** Told when the manifests of the service are not those of this module, once for each version of them. What it throws is the outcome of the call. A warning on the console by default. */
  readonly onMismatch?: ((mismatch: { readonly expected: string; readonly actual: string }) => void) | undefined
  readonly fetch?: ((url: string, init: ServiceFetchInit) => Promise<ServiceFetchAnswer>) | undefined
}

/** What this module asks of fetch. */
export interface ServiceFetchInit {
  method: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal | null
  credentials?: 'omit' | 'same-origin' | 'include'
}

export interface ServiceFetchAnswer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The body of an answer: an envelope, or what the Admin API gives. */
interface Answer {
  readonly data?: unknown
  readonly output?: unknown
  readonly entry?: unknown
  readonly diagnostic?: unknown
  readonly error?: unknown
  readonly message?: unknown
}

type Send = (method: string, path: string, body?: unknown, ctx?: ServiceRequest) => Promise<Answer>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isDiagnostic = (value: unknown): value is ServiceDiagnostic =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'message' in value && typeof value.message === 'string'

const clientError = (code: ServiceCode, message: string, more?: { status?: number; requestId?: string | undefined; retryAfter?: number | undefined; cause?: unknown }) =>
  new ServiceError({ code, message }, more)

/** sender makes what sends requests: deadlines, repeated reads, the look at the fingerprint. */
function sender(options: ServiceClientOptions): Send {
  const base = options.baseUrl.endsWith('/') ? options.baseUrl.slice(0, -1) : options.baseUrl
  const notice = observer(options)
  return async (method, path, body, ctx = {}) => {
    const timeout = ctx.timeout ?? options.timeout ?? 30_000
    const ends = Date.now() + timeout
    const limit = limitOf(timeout)
    const signal = limit && ctx.signal ? AbortSignal.any([limit, ctx.signal]) : (limit ?? ctx.signal ?? null)
    let left = method === 'GET' ? (ctx.retry ?? options.retry ?? 0) : 0
    for (let pause = 250; ; pause *= 2) {
      try {
        const answer = await ask(options, base + path, method, body, signal)
        notice(answer.headers)
        return read(answer, options.parse)
      } catch (thrown) {
        const error = outcome(thrown, ctx.signal, limit)
        const wait = error instanceof ServiceError && isPassing(error) ? (error.retryAfter ?? pause * (0.5 + Math.random() / 2)) : Infinity
        if (left-- <= 0 || Date.now() + wait >= ends) throw error
        await sleep(wait, signal)
      }
    }
  }
}

/** limitOf is over at once where no time is left: a timer would let a fast answer through. */
const limitOf = (timeout: number) => (timeout <= 0 ? AbortSignal.abort() : timeout < Infinity ? AbortSignal.timeout(timeout) : undefined)

/** sleep ends early with the signal. */
const sleep = (wait: number, signal: AbortSignal | null) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, wait)
    signal?.addEventListener('abort', done)
  })

/** Raised is what fetch threw. */
class Raised {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** outcome is the error of a call whose signals may have ended. */
function outcome(thrown: unknown, own: AbortSignal | undefined, limit: AbortSignal | undefined): unknown {
  if (own?.aborted) return own.reason
  if (limit?.aborted) return clientError('CLIENT_TIMEOUT', 'The service did not answer in time.')
  return thrown instanceof Raised ? clientError('CLIENT_NETWORK', 'The service cannot be reached.', { cause: thrown.cause }) : thrown
}

/** isPassing reports whether a failure may be over soon. */
const isPassing = ({ code, status }: ServiceError) => code === 'CLIENT_NETWORK' || status === 429 || (status >= 502 && status <= 504)

interface Received {
  readonly ok: boolean
  readonly status: number
  readonly headers: ServiceFetchAnswer['headers']
  readonly text: string
}

async function ask(options: ServiceClientOptions, url: string, method: string, body: unknown, signal: AbortSignal | null): Promise<Received> {
  const headers: Record<string, string> = { ...options.headers, accept: 'application/json' }
  const token = typeof options.token === 'function' ? await options.token() : options.token
  if (token) headers['authorization'] = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init: ServiceFetchInit = { method, headers, body: body === undefined ? null : JSON.stringify(body), signal }
  if (options.credentials) init.credentials = options.credentials
  try {
    const { fetch } = options
    const answer = fetch ? await fetch(url, init) : await globalThis.fetch(url, init)
    return { ok: answer.ok, status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch (cause) {
    throw new Raised(cause)
  }
}

/** observer tells of a service whose manifests are others. */
function observer({ onMismatch }: ServiceClientOptions): (headers: ServiceFetchAnswer['headers']) => void {
  const told = new Set<string>()
  return (headers) => {
    const actual = headers.get('x-service-fingerprint')
    if (actual === null || actual === fingerprint || told.has(actual)) return
    if (onMismatch) onMismatch({ expected: fingerprint, actual })
    else console.warn('The service runs other manifests than those that its client was generated from.')
    told.add(actual)
  }
}

function read({ ok, status, headers, text }: Received, parse: (text: string) => unknown = JSON.parse): Answer {
  let body: unknown
  try {
    body = parse(text)
  } catch {
    // Not JSON: something between here and the service has answered.
  }
  const answer: Answer = isObject(body) ? body : {}
  if (ok && isObject(body)) return answer
  const requestId = headers.get('x-request-id') ?? undefined
  const more = { status, requestId, retryAfter: waitOf(headers.get('retry-after')) }
  if (isDiagnostic(answer.diagnostic)) throw new ServiceError(answer.diagnostic, more)
  if (answer.error === 'setup_incomplete') throw clientError('setup_incomplete', String(answer.message), more)
  throw clientError('CLIENT_ANSWER', `The answer with status ${status} is not the service's.`, more)
}

/** waitOf reads Retry-After: seconds, or a date. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return wait >= 0 ? wait : undefined
}

/** queryOf writes the values that are there. */
function queryOf(values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (value === null || typeof value === 'object') {
      throw new ServiceError({ code: 'INPUT_VALIDATION_FAILED', path: `input#/${name}`, message: 'Only a text, a number or a boolean can be sent in a query.' })
    }
    query.append(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

/** routed puts properties of the input where the path names them; the others are the body. */
function routed(template: string, input: object): { path: string; body: object } {
  const inPath = new Set<string>()
  const values = new Map<string, unknown>(Object.entries(input))
  const path = template.replace(/\{([^}]*)\}/g, (_, name: string) => {
    inPath.add(name)
    const value = values.get(name)
    const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
    if (/^\.{0,2}$/.test(text)) { // an address cannot hold these as a segment
      throw new ServiceError({ code: 'INPUT_VALIDATION_FAILED', path: `input#/${name}`, message: 'This property is part of a path: a text, a number or a boolean, and neither empty nor dots.' })
    }
    return encodeURIComponent(text)
  })
  return { path, body: Object.fromEntries([...values].filter(([name]) => !inPath.has(name))) }
}

const overHTTP = (send: Send): ServiceRuntime<ServiceRequest> => ({
  revision: fingerprint,
  async executeView({ path }, { params, ...paging }, ctx) {
    const answer = await send('GET', path + queryOf({ ...params, ...paging }), undefined, ctx)
    return answer.data as ServicePage<unknown>
  },
  async executeProcedure({ name, method, path: template }, input, ctx) {
    if (!method || !template) throw clientError('CLIENT_UNREACHABLE', `No HTTP Trigger leads to ${name}.`)
    const { path, body } = routed(template, isObject(input) ? input : {})
    const answer = await send(method, path, body, ctx)
    return 'output' in answer ? answer.output : answer.data
  },
})

const adminEntries = (send: Send): ServiceEntriesRuntime<ServiceRequest> => {
  const at = (collection: string, id?: string, query: object = {}) =>
    `/admin/api/entries${id === undefined ? '' : `/${encodeURIComponent(id)}`}${queryOf({ collection, ...query })}`
  return {
    createDraft: async (collection, data, ctx) => (await send('POST', at(collection), { data }, ctx)).entry,
    get: async (collection, id, ctx) => (await send('GET', at(collection, id), undefined, ctx)).entry,
    list: async (collection, query, ctx) => (await send('GET', at(collection, undefined, query), undefined, ctx)) as ServiceEntryList<unknown>,
    delete: async (collection, id, ctx) => (await send('DELETE', at(collection, id), undefined, ctx)) as { removed: boolean },
  }
}

/** Reaches a service over HTTP, for the operations of this module that are used by themselves. Nothing is sent yet. */
export const connectService = (options: ServiceClientOptions): ServiceRuntime<ServiceRequest> => overHTTP(sender(options))

/** What a program that holds the service in process boots it from. */
export interface ServiceBootOptions<Env = unknown> {
  /** Boots the runtime; it is called once. */
  readonly boot: (site: { readonly plan: typeof plan; readonly handlers: ServiceHandlers<Env>; readonly env: Env }) => ServiceRuntime<ServiceContext<Env>> | Promise<ServiceRuntime<ServiceContext<Env>>>
  readonly handlers: ServiceHandlers<Env>
  readonly env: Env
}

export type CreateServiceOptions<Env = unknown> = ServiceClientOptions | ServiceBootOptions<Env>

/** Every call of a service in process. */
export interface ServiceFacade<Context = ServiceContext> {
  readonly views: ServiceViews<Context>
  readonly procedures: ServiceProcedures<Context>
  readonly entries: ServiceEntries<Context>
  readonly triggers: typeof triggers
  readonly runtime: ServiceRuntime<Context>
}

/** What is reached over HTTP: public Views, and Procedures with an HTTP Trigger. */
export interface ServiceClient {
  readonly views: Pick<ServiceViews<ServiceRequest>, ServicePublicView>
  readonly procedures: Pick<ServiceProcedures<ServiceRequest>, ServiceRoutedProcedure>
  readonly triggers: typeof triggers
  readonly runtime: ServiceRuntime<ServiceRequest>
}

/** What staff reach over HTTP with their session. */
export interface ServiceStaffClient {
  readonly views: ServiceViews<ServiceRequest>
  readonly procedures: Pick<ServiceProcedures<ServiceRequest>, ServiceRoutedProcedure | ServiceStaffProcedure>
  readonly entries: ServiceEntries<ServiceRequest, true>
  readonly triggers: typeof triggers
  readonly runtime: ServiceRuntime<ServiceRequest>
}

const byName = <Value, Made>(table: Readonly<Record<string, Value>>, make: (value: Value) => Made): Record<string, Made> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, make(value)]))

function bound<Context>(runtime: ServiceRuntime<Context>): unknown {
  const views = byName(viewTable, ({ route }) =>
    Object.assign((options?: LooseOptions<Context>) => readView(runtime, route, options), {
      pages: (options?: LooseOptions<Context>) => walkPages(runtime, route, options),
    }))
  const procedures = byName(procedureTable, ({ route }) => (input: unknown, ctx?: Context) => runtime.executeProcedure(route, input, ctx))
  const { entries } = runtime
  if (!entries) return { views, procedures, triggers, runtime }
  const collections = byName<string, unknown>(plan.collections, (name) => ({
    createDraft: (data: unknown, ctx?: Context) => entries.createDraft(name, data, ctx),
    get: (id: string, ctx?: Context) => entries.get(name, id, ctx),
    list: (query: ServiceEntryQuery = {}, ctx?: Context) => entries.list(name, query, ctx),
    delete: (id: string, ctx?: Context) => entries.delete(name, id, ctx),
  }))
  return { views, procedures, entries: collections, triggers, runtime }
}

/** Binds a booted runtime. It throws when the runtime runs other manifests than those of this module. */
export function bindService<Context>(runtime: ServiceRuntime<Context>): ServiceFacade<Context> {
  if (runtime.revision !== fingerprint) {
    throw clientError('CLIENT_REVISION', `The runtime has the revision ${runtime.revision}, and this module was generated for ${fingerprint}.`)
  }
  return bound(runtime) as ServiceFacade<Context>
}

/** Gives every call of the service. Over HTTP nothing is sent yet; a runtime in process is booted at once. */
export function createService(options: ServiceClientOptions & { readonly staff: true }): ServiceStaffClient
export function createService(options: ServiceClientOptions): ServiceClient
export function createService<Env>(options: ServiceBootOptions<Env>): Promise<ServiceFacade<ServiceContext<Env>>>
export function createService<Env>(options: CreateServiceOptions<Env>): ServiceStaffClient | ServiceClient | Promise<ServiceFacade<ServiceContext<Env>>> {
  if ('boot' in options) return boot(options)
  const send = sender(options)
  const runtime = options.staff ? { ...overHTTP(send), entries: adminEntries(send) } : overHTTP(send)
  return bound(runtime) as ServiceClient
}

async function boot<Env>({ boot, handlers, env }: ServiceBootOptions<Env>): Promise<ServiceFacade<ServiceContext<Env>>> {
  return bindService(await boot({ plan, handlers, env }))
}

/** The change that a lifecycle hook is about. */
export interface ServiceEvent {
  /** Stable through retries; `${id}:${trigger}` is a key for idempotency. */
  readonly id: string
  readonly trigger: string
  readonly hook: string
  readonly schema: string
  readonly entry: ServiceEntry<Readonly<Record<string, unknown>>> | ServiceUnpublished<Readonly<Record<string, unknown>>> | null
}

declare const nobody: unique symbol

/** Nobody has one: a call inside of a handler has the rights of the handler's caller, or those of the service by asService. */
interface NoContext<Env> extends ServiceContext<Env> {
  readonly [nobody]: never
}

/** The service as a handler calls it. No call takes a ctx. */
export type ServiceCalls<Env = ServiceEnv> = Pick<ServiceFacade<NoContext<Env>>, 'views' | 'procedures' | 'entries'>

/** The variables that quartet.yaml names under handlers.env; one that is not set is not there. */
export type ServiceEnv = Readonly<Record<string, string | undefined>>

/** What a handler knows of the call besides its input. Its calls have the rights of the caller. */
export interface ServiceHandlerContext<Env = ServiceEnv> extends ServiceCalls<Env> {
  readonly user: ServiceUser | null
  readonly staff: ServiceStaff | null
  readonly auth?: ServiceAuth
  /** Set in a lifecycle hook. */
  readonly event?: ServiceEvent
  readonly env: Env
  /** Ends with the call. */
  readonly signal: AbortSignal
  /** The same calls with the rights of the service: what requires.auth asks for is met, guards are asked as always, and who called stays the author. */
  asService(): ServiceCalls<Env>
  /** Makes a failure to throw: its code, the pointer of the property ('' for all of the input), a sentence. */
  fail(code: ServiceErrorCode, pointer: string, message: string): Error
  /** Writes a line to the log of the service; fields stand beside it. */
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (message: string, fields?: Readonly<Record<string, unknown>>) => void>>
  /** Sends mail in the name of the site. */
  readonly mail: ServiceMail
  /** Writes numbers, money and dates as a locale does. */
  readonly format: ServiceFormat
}

/** Who gets a message: 10 at most, in both together. Each gets a message of its own, which names no other. */
export type ServiceRecipients =
  | { readonly to: string | readonly string[]; readonly toUser?: string | readonly string[] | undefined }
  | { readonly to?: string | readonly string[] | undefined; readonly toUser: string | readonly string[] }

/** A message that a handler sends: `to` addresses without names, and `toUser` the ids of users, such as ctx.user.id. */
export type ServiceMessage = ServiceRecipients & ServiceLetter

/** What a message says. */
export interface ServiceLetter {
  /** One line of at most 200 characters. */
  readonly subject: string
  /** What is read where HTML is not; at most 64 KiB. */
  readonly text: string
  /** Sent as it is, at most 256 KiB: escape in it what is not yours. */
  readonly html?: string | undefined
  /** The address that answers go to; the sender of the site without it. */
  readonly replyTo?: string | undefined
}

export interface ServiceMail {
  /**
   * Queues a message, and waits for no mail server. It fails with INPUT_VALIDATION_FAILED, with RATE_LIMITED and a retryAfter in
   * milliseconds where the site or a recipient was sent too many, and with RESOURCE_UNAVAILABLE where the site has no mail server.
   */
  send(message: ServiceMessage): Promise<void>
}

/** The locale that writes, such as de or zh-TW; the first one of the site by default, and en where it has none. */
export interface ServiceLocaleOptions {
  readonly locale?: string | undefined
}

export interface ServiceNumberOptions extends ServiceLocaleOptions {
  /** 0 by default. */
  readonly minimumFractionDigits?: number | undefined
  /** 3 by default, or minimumFractionDigits where that is more. */
  readonly maximumFractionDigits?: number | undefined
}

export interface ServiceDateOptions extends ServiceLocaleOptions {
  /** Such as March 5, 2026, Mar 5, 2026 (the default) and 3/5/26. */
  readonly style?: 'long' | 'medium' | 'short' | undefined
  /** Writes hour and minute, too. */
  readonly time?: boolean | undefined
  /** Such as Europe/Berlin; UTC by default. A date without a time is the same day everywhere. */
  readonly timeZone?: string | undefined
}

export interface ServiceFormat {
  number(value: number | bigint, options?: ServiceNumberOptions): string
  /** Writes an amount in the smallest unit of a currency: 1250 and EUR are €12.50. */
  money(minor: number | bigint, currency: string, options?: ServiceLocaleOptions): string
  /** Writes a Date, milliseconds since 1970 or a text such as 2026-03-05. */
  date(value: Date | number | string, options?: ServiceDateOptions): string
}

/** The function behind a ref key. */
export type ServiceHandler<Input, Output, Env = ServiceEnv> = (input: Input, ctx: ServiceHandlerContext<Env>) => Output | Promise<Output>

// What a handler gets as its second argument. The calls of the service are the
// same for every call of a handler: whoever carries them out knows whose call it is.
(function (start, refusal, site, extras) {
  'use strict'

  const maxMessage = 8192 // characters
  const maxFields = 16384 // of their JSON

  const frozen = (object) => {
    for (const member of Object.values(object)) if (Object(member) === member) frozen(member)
    return Object.freeze(object)
  }

  /** lazily defines members that are made when they are asked for. */
  const lazily = (object, members) => {
    for (const [name, make] of Object.entries(members)) {
      let made
      Object.defineProperty(object, name, { get: () => (made ??= make()), enumerable: true })
    }
    return object
  }

  const byName = (table, make) => frozen(Object.fromEntries(Object.entries(table ?? {}).map(([name, value]) => [name, make(value)])))

  const ask = async (operation, request) => (await start(operation, request)).value

  /** unspoken refuses who else is to call: that is decided once, by asService. */
  const unspoken = (ctx) => {
    if (ctx !== undefined) throw new TypeError('A call takes no ctx inside of a handler: it has the rights of the caller, and those of the service by ctx.asService().')
  }

  const view = (asService) => ({ name, cursor: isSealed }) => {
    const read = async ({ ctx, params, page, show, cursor } = {}) => {
      unspoken(ctx)
      return ask('view', { name, params, page, show, cursor, asService })
    }
    async function* pages(options = {}) {
      for (let next = options; ;) {
        const page = await read(next)
        yield page
        if (!page.hasMore || (isSealed && page.nextCursor === undefined)) return
        next = isSealed ? { ...options, cursor: page.nextCursor } : { ...options, page: page.page + 1 }
      }
    }
    return Object.assign(read, { pages })
  }

  const procedure = (asService) => (name) => async (input, ctx) => {
    unspoken(ctx)
    return ask('procedure', { name, input, asService })
  }

  const collection = (asService) => ({ name, readOnly }) => {
    const call = (operation, members) => async (first, ctx) => {
      unspoken(ctx)
      return ask(`entries.${operation}`, { collection: name, ...members(first), asService })
    }
    const reads = { get: call('get', (id) => ({ id })), list: call('list', ({ status, cursor, limit } = {}) => ({ status, cursor, limit })) }
    if (readOnly) return reads
    return { createDraft: call('createDraft', (data) => ({ data })), ...reads, delete: call('delete', (id) => ({ id })) }
  }

  const calls = (asService) => ({
    views: () => byName(site.views, view(asService)),
    procedures: () => byName(site.procedures, procedure(asService)),
    entries: () => byName(site.entries, collection(asService)),
  })
  const service = Object.freeze(lazily({}, calls(true)))

  const json = (fields) => {
    try {
      return JSON.stringify(fields) ?? ''
    } catch {
      return undefined
    }
  }

  const write = (level, message, fields) => {
    const text = json(fields)
    const fit = text !== undefined && text.length <= maxFields
    start.tell('log', { level, message: String(message).slice(0, maxMessage).toWellFormed(), fields: fit ? fields : { fields: 'left out: too large, or not JSON' } })
  }

  const log = Object.freeze(Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, (message, fields) => write(level, message, fields)])))
  const fail = (code, pointer = '', message = '') => refusal({ code: String(code), path: String(pointer), message: String(message) })
  const mail = Object.freeze({ send: async (message) => void (await ask('mail', { ...message })) })
  const aborted = () => new DOMException('The call of the handler is over.', 'AbortError')

  class Context {
    #controls
    #signal
    constructor({ caller, event }, controls) {
      this.user = caller.user ?? null
      this.staff = caller.staff ?? null
      if (caller.auth) this.auth = caller.auth
      if (event) this.event = event
      this.#controls = controls
    }

    get signal() {
      if (!this.#signal) {
        const controller = new AbortController()
        this.#controls.onAbort(() => controller.abort(aborted()))
        this.#signal = controller.signal
      }
      return this.#signal
    }
  }

  // Members are found in ctx itself or in what it is made from, which no handler changes.
  const shared = { env: Object.freeze({ ...site.env }), asService: () => service, fail, log, mail, ...frozen({ ...extras }) }
  for (const [name, value] of Object.entries(shared)) Object.defineProperty(Context.prototype, name, { value, enumerable: true })
  Object.defineProperty(Context.prototype, 'signal', { enumerable: true })
  delete Context.prototype.constructor
  Object.freeze(lazily(Context.prototype, calls(false)))

  return (call, controls) => new Context(call, controls)
})

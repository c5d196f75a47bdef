// The part of a realm that calls handlers. It is evaluated first, and gives the
// functions that Go calls. Operations are what handlers wait for: Go carries them
// out outside of the realm, and settles them in later turns.
(function (host) {
  'use strict'

  const maxPending = 1000
  const maxTold = 1000 // a call

  const pending = new Map() // of the running call, by number: { resolve, reject }
  const numbers = new WeakMap() // of promises: the number of their operation
  const refusals = new WeakMap() // of errors: the diagnostic that they stand for
  let last = 0
  let told = 0 // of the running call
  let running = false
  let handlers = {}
  let context // (call, controls) => ctx
  let abort // of the running call

  /** start begins an operation: a promise of { value, bytes }. */
  const start = (name, payload, bytes) => {
    if (!running) return Promise.reject(new Error('The call of the handler that started this is over.'))
    if (pending.size >= maxPending) return Promise.reject(new RangeError('A call may wait for 1,000 operations at most.'))
    const id = ++last
    const promise = new Promise((resolve, reject) => {
      host('start', id, name, JSON.stringify(payload) ?? 'null', bytes)
      pending.set(id, { resolve, reject })
    })
    numbers.set(promise, id)
    return promise
  }

  /** cancel says that nobody waits for the promise of an operation any more. */
  start.cancel = (promise) => {
    const id = numbers.get(promise)
    if (pending.delete(id)) host('cancel', id)
  }

  /** tell sends what nobody waits for. What a call tells beyond 1,000 times is left out. */
  start.tell = (name, payload) => {
    if (running && ++told <= maxTold) host('start', 0, name, JSON.stringify(payload) ?? 'null')
  }

  /** refusal makes the error that stands for a diagnostic. */
  const refusal = (diagnostic) => {
    const { code, path, message, retryAfter } = diagnostic
    const error = new Error(message)
    Object.defineProperties(error, {
      name: { value: 'ServiceError', configurable: true, writable: true },
      code: { value: code, enumerable: true },
      path: { value: path, enumerable: true },
      ...(retryAfter && { retryAfter: { value: retryAfter, enumerable: true } }),
      diagnostic: { value: { code, path, message }, enumerable: true },
    })
    if (retryAfter !== undefined) Object.defineProperty(error, 'retryAfter', { value: retryAfter, enumerable: true })
    refusals.set(error, diagnostic)
    return error
  }

  const text = (value) => {
    try {
      return String(value)
    } catch {
      return 'something without a text'
    }
  }

  /** described is a thrown value that stands for no diagnostic. */
  const described = (thrown) => {
    if (thrown === null) return { message: 'null was thrown; the engine does so, too, where it has no memory left for an error.' }
    if (!(thrown instanceof Error)) return { message: `${typeof thrown === 'string' ? thrown : text(thrown)} was thrown, which is no Error.` }
    return { message: text(thrown), stack: text(thrown.stack ?? ''), ...(thrown.cause instanceof Error && { causes: [text(thrown.cause)] }) }
  }

  const failed = (thrown) => {
    const diagnostic = typeof thrown === 'object' && thrown !== null ? refusals.get(thrown) : undefined
    if (diagnostic) host('refused', JSON.stringify(diagnostic))
    else host('failed', JSON.stringify(described(thrown)))
  }

  const done = (value) => {
    let json
    try {
      json = JSON.stringify(value) ?? 'null'
    } catch (thrown) {
      failed(thrown)
      return
    }
    host('done', json)
  }

  /** begin runs the handler of a key. */
  const begin = (key, json) => {
    running = true
    told = 0
    const call = JSON.parse(json)
    try {
      const result = handlers[key](call.input, context(call, { onAbort: (f) => (abort = f) }))
      if (typeof result?.then === 'function') new Promise((resolve) => resolve(result)).then(done, failed) // whose own then gets neither
      else done(result)
    } catch (thrown) {
      failed(thrown)
    }
  }

  const taken = (id) => {
    const waiting = pending.get(id)
    pending.delete(id)
    return waiting
  }

  /** settle gives an operation its result. */
  const settle = (id, json, bytes) => taken(id)?.resolve({ value: JSON.parse(json), bytes })

  /** reject ends an operation with an error: of a diagnostic, or { name, message, code }. */
  const reject = (id, json) => {
    const { diagnostic, name, message, code } = JSON.parse(json)
    const waiting = taken(id)
    if (!waiting) return
    if (diagnostic) {
      waiting.reject(refusal(diagnostic))
      return
    }
    const error = name === 'TypeError' ? new TypeError(message) : new Error(message)
    if (code) Object.defineProperty(error, 'code', { value: code, enumerable: true })
    waiting.reject(error)
  }

  /** end leaves the realm as the next call may find it: nothing of this one goes on. */
  const end = () => {
    running = false
    abort = undefined
    const left = [...pending.values()]
    pending.clear()
    for (const { reject } of left) reject(new Error('The call of the handler that started this is over.'))
  }

  /** where is the stack of what runs. */
  const where = () => new Error('').stack

  return {
    where, start, refusal, begin, settle, reject, end, described,
    abort: () => abort?.(),
    prepare: (makeContext) => (context = makeContext),
    register: (all) => {
      handlers = all
      for (const [key, handler] of Object.entries(all)) {
        if (typeof handler !== 'function') throw new TypeError(`The handler ${key} is no function.`)
      }
      Object.freeze(globalThis) // what modules have put there is theirs
    },
  }
})

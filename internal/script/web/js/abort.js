// AbortController and AbortSignal.
let newSignal // () => AbortSignal
let abortSignal // (signal, reason) => void
let onSignalAbort // (signal, callback) => function that takes the callback away

class AbortSignal extends EventTarget {
  static #allowed = false
  #aborted = false
  #reason = undefined
  #steps = new Set() // of the platform itself, before the listeners of handlers
  #onabort = null
  static {
    newSignal = () => {
      AbortSignal.#allowed = true
      return new AbortSignal()
    }
    abortSignal = (signal, reason) => signal.#abort(reason)
    onSignalAbort = (signal, step) => {
      signal.#steps.add(step)
      return () => signal.#steps.delete(step)
    }
  }
  constructor() {
    if (!AbortSignal.#allowed) throw new TypeError('An AbortSignal is made by an AbortController.')
    AbortSignal.#allowed = false
    super()
  }
  get aborted() { return this.#aborted }
  get reason() { return this.#reason }
  get onabort() { return this.#onabort }
  set onabort(callback) {
    const called = typeof callback === 'function' ? callback : null
    if (this.#onabort) this.removeEventListener('abort', this.#onabort)
    this.#onabort = called
    if (called) this.addEventListener('abort', called)
  }
  throwIfAborted() {
    if (this.#aborted) throw this.#reason
  }
  #abort(reason) {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = reason === undefined ? new DOMException('The operation was aborted.', 'AbortError') : reason
    const steps = [...this.#steps]
    this.#steps.clear()
    for (const step of steps) step(this.#reason)
    this.dispatchEvent(new Event('abort'))
  }
  static abort(reason) {
    const signal = newSignal()
    abortSignal(signal, reason)
    return signal
  }
  static timeout(ms) {
    const n = Number(ms)
    if (!(n >= 0 && n <= Number.MAX_SAFE_INTEGER)) throw new TypeError('AbortSignal.timeout takes a number of milliseconds.')
    const signal = newSignal()
    setTimeout(() => abortSignal(signal, new DOMException('The operation took too long.', 'TimeoutError')), n)
    return signal
  }
  static any(signals) {
    const sources = [...signals]
    for (const each of sources) if (!(each instanceof AbortSignal)) throw new TypeError('AbortSignal.any takes AbortSignals.')
    const signal = newSignal()
    const aborted = sources.find((each) => each.aborted)
    if (aborted) {
      abortSignal(signal, aborted.reason)
      return signal
    }
    for (const each of sources) onSignalAbort(each, (reason) => abortSignal(signal, reason))
    return signal
  }
}

class AbortController {
  #signal = newSignal()
  get signal() { return this.#signal }
  abort(reason) { abortSignal(this.#signal, reason) }
}

tag(AbortSignal, AbortController)
define({ AbortSignal, AbortController })

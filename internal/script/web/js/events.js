// Event and EventTarget, as far as AbortSignal needs them: there is no tree of
// targets, so nothing bubbles.
let dispatching // (event, target | null) => void
let isStopped // (event) => boolean

class Event {
  #type
  #cancelable
  #target = null
  #current = null
  #prevented = false
  #stopped = false
  #timeStamp = host('clock.now')
  static {
    dispatching = (event, target) => {
      event.#current = target
      if (target) event.#target = target
    }
    isStopped = (event) => event.#stopped
  }
  constructor(type, { cancelable = false } = {}) {
    if (arguments.length === 0) throw new TypeError('An event needs a type.')
    this.#type = String(type)
    this.#cancelable = Boolean(cancelable)
  }
  get type() { return this.#type }
  get target() { return this.#target }
  get currentTarget() { return this.#current }
  get bubbles() { return false }
  get cancelable() { return this.#cancelable }
  get defaultPrevented() { return this.#prevented }
  get timeStamp() { return this.#timeStamp }
  preventDefault() { if (this.#cancelable) this.#prevented = true }
  stopPropagation() {}
  stopImmediatePropagation() { this.#stopped = true }
}

/** report throws an error where no caller can catch it. */
const report = (error) => void Promise.reject(error)

class EventTarget {
  #listeners = [] // { type, callback, once }
  addEventListener(type, callback, options) {
    const { once = false, signal } = typeof options === 'object' && options !== null ? options : {}
    type = String(type)
    if (callback === null || callback === undefined || signal?.aborted || this.#find(type, callback) >= 0) return
    this.#listeners.push({ type, callback, once: Boolean(once) })
    signal?.addEventListener('abort', () => this.removeEventListener(type, callback), { once: true })
  }
  removeEventListener(type, callback) {
    const at = this.#find(String(type), callback)
    if (at >= 0) this.#listeners = this.#listeners.toSpliced(at, 1) // dispatchEvent may walk the old one
  }
  dispatchEvent(event) {
    dispatching(event, this)
    for (const listener of [...this.#listeners]) {
      if (listener.type !== event.type || !this.#listeners.includes(listener)) continue
      if (listener.once) this.removeEventListener(listener.type, listener.callback)
      try {
        if (typeof listener.callback === 'function') listener.callback.call(this, event)
        else listener.callback.handleEvent(event)
      } catch (error) {
        report(error)
      }
      if (isStopped(event)) break
    }
    dispatching(event, null)
    return !event.defaultPrevented
  }
  #find(type, callback) {
    return this.#listeners.findIndex((l) => l.type === type && l.callback === callback)
  }
}

tag(Event, EventTarget)
define({ Event, EventTarget })

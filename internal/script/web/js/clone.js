// structuredClone: a copy that shares nothing with its original.
const uncloneable = (what) => new DOMException(`${what} cannot be cloned.`, 'DataCloneError')

/** platform are the classes whose instances are more than their properties. */
const isPlatform = (value) => [
  URL, URLSearchParams, EventTarget, Event, AbortController, Headers, Request, Response, CryptoKey, TextDecoder, Promise, WeakMap, WeakSet, WeakRef,
].some((each) => value instanceof each)

const errorClasses = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

const cloneError = (error, clone) => {
  const made = error instanceof DOMException
    ? new DOMException(error.message, error.name)
    : new (Object.hasOwn(errorClasses, error.name) ? errorClasses[error.name] : Error)(error.message)
  Object.defineProperty(made, 'stack', { value: String(error.stack), writable: true, configurable: true })
  if (Object.hasOwn(error, 'cause')) Object.defineProperty(made, 'cause', { value: clone(error.cause), writable: true, configurable: true })
  return made
}

const cloneView = (view, clone) => {
  const buffer = clone(view.buffer)
  return new globalThis[view instanceof DataView ? 'DataView' : view[Symbol.toStringTag]](buffer, view.byteOffset, view.length ?? view.byteLength)
}

/** cloned is the copy of an object, without what it holds; fill puts that in. */
const cloned = (value, clone) => {
  if (value instanceof Date) return { copy: new Date(value.getTime()) }
  if (value instanceof RegExp) return { copy: new RegExp(value.source, value.flags) }
  if (value instanceof ArrayBuffer) return { copy: value.slice(0) }
  if (ArrayBuffer.isView(value)) return { copy: cloneView(value, clone) }
  if (value instanceof Error) return { copy: cloneError(value, clone) }
  if ([Boolean, Number, String, BigInt].some((each) => value instanceof each)) return { copy: Object(value.valueOf()) }
  if (value instanceof Map) {
    const copy = new Map()
    return { copy, fill: () => [...value].forEach(([k, v]) => copy.set(clone(k), clone(v))) }
  }
  if (value instanceof Set) {
    const copy = new Set()
    return { copy, fill: () => [...value].forEach((v) => copy.add(clone(v))) }
  }
  if (isPlatform(value)) throw uncloneable(`A ${value.constructor?.name}`)
  const copy = Array.isArray(value) ? new Array(value.length) : {}
  const fill = () => {
    for (const key of Object.keys(value)) Object.defineProperty(copy, key, { value: clone(value[key]), writable: true, enumerable: true, configurable: true })
  }
  return { copy, fill }
}

function structuredClone(value, { transfer = [] } = {}) {
  if (arguments.length === 0) throw new TypeError('structuredClone takes a value.')
  const copies = new Map()
  for (const each of transfer) {
    if (!(each instanceof ArrayBuffer) || each.detached) throw uncloneable('What is transferred is no ArrayBuffer, so it')
  }
  const clone = (original) => {
    if (typeof original === 'function') throw uncloneable(`The function ${original.name}`)
    if (typeof original === 'symbol') throw uncloneable(String(original))
    if (typeof original !== 'object' || original === null) return original
    if (copies.has(original)) return copies.get(original)
    const { copy, fill } = cloned(original, clone)
    copies.set(original, copy)
    fill?.()
    return copy
  }
  const result = clone(value)
  for (const each of transfer) each.transfer(0) // its owner loses it
  return result
}

define({ structuredClone })

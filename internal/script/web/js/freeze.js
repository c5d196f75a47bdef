// The realm serves one call after another, so nobody changes what all share:
// every built-in, every class above and the global object are frozen.

// Without these, a realm has what one call could leave for another, or what
// waits for other threads, of which there are none.
for (const name of ['FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name]

/**
 * openToHeirs turns a property of a frozen prototype into one that its heirs may
 * still assign: in this language, `error.name = 'Mine'` fails where a prototype has
 * a read-only name. Reading it costs a call, so only what is assigned is so.
 */
const openToHeirs = (prototype, key) => {
  const { value, writable, enumerable } = Object.getOwnPropertyDescriptor(prototype, key) ?? {}
  if (!writable) return
  if (typeof value === 'function' && key !== 'constructor') Object.freeze(value) // constructors have names
  const get = Object.freeze(() => value)
  Object.defineProperty(prototype, key, { get, set: setters[key] ??= setterOf(key), enumerable, configurable: false })
}

const setters = { __proto__: null } // by key: a setter knows only its key

const setterOf = (key) => Object.freeze(({
  set(value) {
    if (Object.hasOwn(this, key) || !Object.isExtensible(this)) throw new TypeError(`'${String(key)}' is read-only`)
    Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
  },
}).set)

const errorPrototypes = [
  Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError, DOMException,
].map((each) => each.prototype)

for (const key of Reflect.ownKeys(Object.prototype)) openToHeirs(Object.prototype, key)
for (const key of ['constructor', 'toString', 'bind']) openToHeirs(Function.prototype, key)
for (const prototype of errorPrototypes) for (const key of ['constructor', 'name', 'message', 'toString']) openToHeirs(prototype, key)

// What classes of older scripts extend, which say `this.constructor = Mine`.
for (const { prototype } of [Array, Map, Set, Promise, Date, RegExp, Uint8Array, Event, EventTarget]) {
  for (const key of ['constructor', 'toString']) openToHeirs(prototype, key)
}

const iteratorOf = (iterable) => Object.getPrototypeOf(iterable[Symbol.iterator]())

/** hidden are the built-ins that no name leads to. */
const hidden = [
  async () => {}, function* () {}, async function* () {}, new Proxy(() => {}, {}),
].map((each) => Object.getPrototypeOf(each)).concat(
  iteratorOf([]), iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf(''), Object.getPrototypeOf('a'.matchAll(/a/g)),
  ...[Iterator.from({ next() {} }), Iterator.concat([]), [].values().map(() => {})].map((each) => Object.getPrototypeOf(each)),
)

// Most of what is frozen is methods of these, which have no accessors but those
// above, so that their properties can just be read. A realm waits for this walk.
const plain = new Set([
  globalThis, Object, Reflect, Math, JSON, Number, Number.prototype, BigInt, BigInt.prototype, String, String.prototype, Date, Date.prototype,
  Array.prototype, Promise.prototype, WeakMap.prototype, WeakSet.prototype, Boolean.prototype, console, format,
])

const freezeAll = (roots) => {
  const { freeze, getPrototypeOf, getOwnPropertyDescriptor } = Object
  const { ownKeys } = Reflect
  const found = [...roots]
  const seen = new Set()
  const add = (value) => {
    if (typeof value === 'function' && value.prototype === undefined) freeze(value) // has its name and its length
    else if (typeof value === 'function' || typeof value === 'object' && value !== null) found.push(value)
  }
  for (let i = 0; i < found.length; i++) { // and what is added meanwhile
    const each = found[i]
    if (seen.has(each)) continue
    seen.add(each)
    add(getPrototypeOf(each))
    const keys = ownKeys(each)
    const isPlain = plain.has(each)
    for (let k = 0; k < keys.length; k++) {
      if (isPlain) {
        const value = each[keys[k]]
        if (typeof value === 'function' && value.prototype === undefined) freeze(value)
        else if (typeof value === 'function' || typeof value === 'object') add(value)
        continue
      }
      const { value, get, set } = getOwnPropertyDescriptor(each, keys[k])
      add(value)
      add(get)
      add(set)
    }
    if (each !== globalThis) freeze(each)
  }
}

// Modules may add names to the global object while they are evaluated, as some
// packages do, and change none; core.js freezes it before the first call.
for (const key of Reflect.ownKeys(globalThis)) Object.defineProperty(globalThis, key, { writable: false, configurable: false })

freezeAll([globalThis, Proxy, format, ...hidden]) // Proxy has no prototype, but a method

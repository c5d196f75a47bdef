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
  Object.defineProperty(prototype, key, { get: () => value, set: setters[key] ??= setterOf(key), enumerable, configurable: false })
}

const setters = { __proto__: null } // by key: a setter knows only its key

const setterOf = (key) => function (value) {
  if (Object.hasOwn(this, key) || !Object.isExtensible(this)) throw new TypeError(`'${String(key)}' is read-only`)
  Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
}

const errorPrototypes = [
  Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError, DOMException,
].map((each) => each.prototype)

for (const key of Reflect.ownKeys(Object.prototype)) openToHeirs(Object.prototype, key)
for (const key of ['constructor', 'toString', 'bind']) openToHeirs(Function.prototype, key)
for (const prototype of errorPrototypes) for (const key of ['constructor', 'name', 'message', 'toString']) openToHeirs(prototype, key)

const iteratorOf = (iterable) => Object.getPrototypeOf(iterable[Symbol.iterator]())

/** hidden are the built-ins that no name leads to. */
const hidden = [
  async () => {}, function* () {}, async function* () {}, new Proxy(() => {}, {}),
].map((each) => Object.getPrototypeOf(each)).concat(
  iteratorOf([]), iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf(''), Object.getPrototypeOf('a'.matchAll(/a/g)),
  Object.getPrototypeOf(Iterator.from({ next() {} })), Object.getPrototypeOf([].values().map(() => {})),
)

const freezeAll = (roots) => {
  const found = new Set(roots)
  const add = (value) => {
    if (typeof value === 'function' || typeof value === 'object' && value !== null) found.add(value)
  }
  for (const each of found) { // and what is added meanwhile
    add(Object.getPrototypeOf(each))
    if (typeof each !== 'function' || Object.hasOwn(each, 'prototype') || each === Proxy) {
      for (const key of Reflect.ownKeys(each)) {
        const property = Object.getOwnPropertyDescriptor(each, key)
        add(property.value)
        add(property.get)
        add(property.set)
      }
    }
    Object.freeze(each)
  }
}

freezeAll([globalThis, format, ...hidden])

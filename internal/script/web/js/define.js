// Every file of this folder is in one function, so that what one declares the next
// can use, and handlers see nothing but what define gives them.

/** define puts names into the global object, as the built-ins are there. */
const define = (names) => {
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })
  }
}

/** tag is what Object.prototype.toString calls the instances of classes. */
const tag = (...classes) => {
  for (const each of classes) Object.defineProperty(each.prototype, Symbol.toStringTag, { value: each.name, configurable: true })
}

/** wellFormed is a value as a text that UTF-8 can hold: half of a surrogate pair is U+FFFD. */
const wellFormed = (value) => `${value}`.toWellFormed()

// The engine has no `using` yet; the bundler writes it in other words, which need these.
for (const name of ['dispose', 'asyncDispose']) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) })

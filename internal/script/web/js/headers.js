// Headers: names without case, and values that HTTP can carry.
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const headerName = (name) => {
  const text = String(name)
  if (!token.test(text)) throw new TypeError(`${JSON.stringify(text)} is no name of a header.`)
  return text.toLowerCase()
}

const headerValue = (value) => {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')
  if (/[\0\n\r]|[^\0-\xff]/.test(text)) throw new TypeError('The value of a header has a line break, or a character beyond U+00FF.')
  return text
}

class Headers {
  #values = new Map() // by name: a list
  constructor(init) {
    if (init === undefined || init === null) return
    if (typeof init !== 'object') throw new TypeError('Headers takes an object or pairs of a name and a value.')
    for (const [name, value] of pairsOf(init, 'Headers')) this.append(name, value)
  }
  append(name, value) {
    const n = headerName(name)
    const values = this.#values.get(n)
    if (values) values.push(headerValue(value))
    else this.#values.set(n, [headerValue(value)])
  }
  delete(name) { this.#values.delete(headerName(name)) }
  get(name) { return this.#values.get(headerName(name))?.join(', ') ?? null }
  has(name) { return this.#values.has(headerName(name)) }
  set(name, value) { this.#values.set(headerName(name), [headerValue(value)]) }
  getSetCookie() { return [...(this.#values.get('set-cookie') ?? [])] }
  forEach(callback, receiver) {
    for (const [name, value] of this) callback.call(receiver, value, name, this)
  }
  #sorted() {
    const names = [...this.#values.keys()].sort()
    return names.flatMap((n) => (n === 'set-cookie' ? this.#values.get(n).map((v) => [n, v]) : [[n, this.get(n)]]))
  }
  entries() { return this.#sorted().values() }
  keys() { return this.#sorted().map((pair) => pair[0]).values() }
  values() { return this.#sorted().map((pair) => pair[1]).values() }
}
Object.defineProperty(Headers.prototype, Symbol.iterator, { value: Headers.prototype.entries, writable: true, configurable: true })

tag(Headers)
define({ Headers })

// URL and URLSearchParams. Go parses URLs, by the standard.
const separators = { '!': '%21', "'": '%27', '(': '%28', ')': '%29', '~': '%7E', '%20': '+' }
const formEncode = (text) => encodeURIComponent(wellFormed(text)).replace(/[!'()~]|%20/g, (c) => separators[c])

const formDecode = (text) => {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return host('url.unescape', wellFormed(spaced)) // what is no UTF-8 becomes U+FFFD
  }
}

const formPairs = (query) => query.split('&').filter(Boolean).map((part) => {
  const at = part.indexOf('=')
  return at < 0 ? [formDecode(part), ''] : [formDecode(part.slice(0, at)), formDecode(part.slice(at + 1))]
})

/** pairsOf reads what an object of names and values is made from. */
const pairsOf = (init, what) => {
  if (typeof init[Symbol.iterator] !== 'function') return Reflect.ownKeys(init).filter((k) => Object.getOwnPropertyDescriptor(init, k)?.enumerable).map((k) => [String(k), init[k]])
  return Array.from(init, (pair) => {
    const [name, value, ...more] = typeof pair === 'object' && pair !== null ? pair : []
    if (value === undefined && !(1 in [...pair]) || more.length) throw new TypeError(`${what} takes pairs of a name and a value.`)
    return [name, value]
  })
}

let fromURL // (params, query, changed) => void

class URLSearchParams {
  #pairs = []
  #changed = undefined // tells the URL that these are of
  static {
    fromURL = (params, query, changed) => {
      params.#pairs = formPairs(query)
      params.#changed = changed
    }
  }
  constructor(init = '') {
    if (typeof init === 'object' && init !== null) this.#pairs = pairsOf(init, 'URLSearchParams').map(([n, v]) => [wellFormed(n), wellFormed(v)])
    else this.#pairs = formPairs(wellFormed(init).replace(/^\?/, ''))
  }
  #set(pairs) {
    this.#pairs = pairs
    this.#changed?.(this.toString())
  }
  get size() { return this.#pairs.length }
  append(name, value) {
    this.#pairs.push([wellFormed(name), wellFormed(value)])
    this.#set(this.#pairs)
  }
  delete(name, value) {
    const [n, v] = [wellFormed(name), value === undefined ? undefined : wellFormed(value)]
    this.#set(this.#pairs.filter((pair) => pair[0] !== n || v !== undefined && pair[1] !== v))
  }
  get(name) {
    const n = wellFormed(name)
    return this.#pairs.find((pair) => pair[0] === n)?.[1] ?? null
  }
  getAll(name) {
    const n = wellFormed(name)
    return this.#pairs.filter((pair) => pair[0] === n).map((pair) => pair[1])
  }
  has(name, value) {
    const [n, v] = [wellFormed(name), value === undefined ? undefined : wellFormed(value)]
    return this.#pairs.some((pair) => pair[0] === n && (v === undefined || pair[1] === v))
  }
  set(name, value) {
    const [n, v] = [wellFormed(name), wellFormed(value)]
    const first = this.#pairs.findIndex((pair) => pair[0] === n)
    if (first < 0) this.append(n, v)
    else this.#set(this.#pairs.flatMap((pair, i) => (i === first ? [[n, v]] : pair[0] === n ? [] : [pair])))
  }
  sort() { this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) }
  forEach(callback, receiver) {
    for (const [name, value] of this.#pairs) callback.call(receiver, value, name, this)
  }
  entries() { return this.#pairs.map((pair) => [...pair]).values() }
  keys() { return this.#pairs.map((pair) => pair[0]).values() }
  values() { return this.#pairs.map((pair) => pair[1]).values() }
  toString() { return this.#pairs.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&') }
}
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, { value: URLSearchParams.prototype.entries, writable: true, configurable: true })

const partNames = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
const partsOf = (text) => {
  const parts = text.split('\n')
  return Object.fromEntries(partNames.map((name, i) => [name, parts[i]]))
}

const parseURL = (url, base) => {
  const text = base === undefined ? host('url.parse', wellFormed(url)) : host('url.parse', wellFormed(url), wellFormed(base))
  return text === undefined ? undefined : partsOf(text)
}

class URL {
  #parts
  #params = undefined
  constructor(url, base) {
    this.#parts = parseURL(url, base)
    if (!this.#parts) throw Object.assign(new TypeError(`${JSON.stringify(String(url).slice(0, 200))} is no URL.`), { code: 'ERR_INVALID_URL' })
  }
  static parse(url, base) { return URL.canParse(url, base) ? new URL(url, base) : null }
  static canParse(url, base) { return parseURL(url, base) !== undefined }
  #set(name, value) {
    const text = host('url.set', this.#parts.href, name, wellFormed(value))
    if (text !== undefined) this.#parts = partsOf(text)
  }
  get href() { return this.#parts.href }
  set href(value) {
    this.#parts = new URL(value).#parts
    this.#refresh()
  }
  get origin() {
    const { protocol, host: authority, pathname } = this.#parts
    if (['http:', 'https:', 'ws:', 'wss:', 'ftp:'].includes(protocol)) return `${protocol}//${authority}`
    const inner = protocol === 'blob:' ? URL.parse(pathname) : null
    return inner && /^https?:$/.test(inner.protocol) ? inner.origin : 'null'
  }
  get protocol() { return this.#parts.protocol }
  set protocol(value) { this.#set('protocol', value) }
  get username() { return this.#parts.username }
  set username(value) { this.#set('username', value) }
  get password() { return this.#parts.password }
  set password(value) { this.#set('password', value) }
  get host() { return this.#parts.host }
  set host(value) { this.#set('host', value) }
  get hostname() { return this.#parts.hostname }
  set hostname(value) { this.#set('hostname', value) }
  get port() { return this.#parts.port }
  set port(value) { this.#set('port', value) }
  get pathname() { return this.#parts.pathname }
  set pathname(value) { this.#set('pathname', value) }
  get search() { return this.#parts.search }
  set search(value) {
    this.#set('search', value)
    this.#refresh()
  }
  get hash() { return this.#parts.hash }
  set hash(value) { this.#set('hash', value) }
  get searchParams() {
    if (!this.#params) {
      this.#params = new URLSearchParams()
      this.#refresh()
    }
    return this.#params
  }
  #refresh() {
    if (this.#params) fromURL(this.#params, this.#parts.search.slice(1), (query) => this.#set('search', query))
  }
  toString() { return this.#parts.href }
  toJSON() { return this.#parts.href }
}

tag(URL, URLSearchParams)
define({ URL, URLSearchParams })

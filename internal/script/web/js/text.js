// TextEncoder and TextDecoder, which know UTF-8 alone.
const bytesOf = (value) => {
  if (value instanceof Uint8Array) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return undefined
}

/** bytesFor is the bytes of an argument that must be some. */
const bytesFor = (value, what) => {
  const bytes = bytesOf(value)
  if (!bytes) throw new TypeError(`${what} takes an ArrayBuffer, a typed array or a DataView.`)
  return bytes
}

/** encodeText gives the bytes of a text. */
const encodeText = (value) => host('text.encode', wellFormed(value)) ?? new Uint8Array()

class TextEncoder {
  get encoding() { return 'utf-8' }
  encode(value = '') { return encodeText(value) }
  encodeInto(value, into) {
    if (!(into instanceof Uint8Array)) throw new TypeError('encodeInto takes a Uint8Array.')
    let read = 0
    let written = 0
    for (const character of String(value)) {
      const bytes = encodeText(character)
      if (written + bytes.length > into.length) break
      into.set(bytes, written)
      read += character.length
      written += bytes.length
    }
    return { read, written }
  }
}

/** unfinished is how many bytes at the end of some begin a character that more bytes may end. */
const unfinished = (bytes) => {
  for (let n = 1; n <= Math.min(3, bytes.length); n++) {
    const byte = bytes[bytes.length - n]
    if (byte < 0x80) return 0
    if (byte >= 0xc2) return n < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0) ? n : 0
  }
  return 0
}

const joined = (a, b) => {
  if (!a.length) return b
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

class TextDecoder {
  #fatal
  #ignoreBOM
  #left = new Uint8Array() // of a stream
  #begun = false // the stream gave a character, so that its BOM is over
  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    if (!['utf-8', 'utf8', 'unicode-1-1-utf-8'].includes(String(label).trim().toLowerCase())) {
      throw new RangeError(`TextDecoder knows utf-8, not ${label}.`)
    }
    this.#fatal = Boolean(fatal)
    this.#ignoreBOM = Boolean(ignoreBOM)
  }
  get encoding() { return 'utf-8' }
  get fatal() { return this.#fatal }
  get ignoreBOM() { return this.#ignoreBOM }
  decode(input = new Uint8Array(), { stream = false } = {}) {
    let bytes = joined(this.#left, bytesFor(input, 'decode'))
    const rest = stream ? unfinished(bytes) : 0
    this.#left = bytes.slice(bytes.length - rest)
    bytes = bytes.subarray(0, bytes.length - rest)
    let text = host('text.decode', bytes, this.#fatal)
    if (text === undefined) {
      this.#left = new Uint8Array()
      this.#begun = false
      throw new TypeError('The bytes are no UTF-8.')
    }
    if (!this.#begun && !this.#ignoreBOM && text.startsWith('\ufeff')) text = text.slice(1)
    this.#begun = stream && (this.#begun || bytes.length > 0)
    return text
  }
}

tag(TextEncoder, TextDecoder)
define({ TextEncoder, TextDecoder })

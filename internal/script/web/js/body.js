// What requests and responses share: a body, which is all there or not there at
// all. There are no streams.
let bytesOfBody // (message) => Uint8Array or undefined

/** bodyOf is a body as bytes, and the type of its content. */
const bodyOf = (body) => {
  if (body === undefined || body === null) return {}
  if (body instanceof URLSearchParams) return { bytes: encodeText(body), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  const bytes = bytesOf(body)
  if (bytes) return { bytes: bytes.slice() }
  if (typeof body === 'object' && !(body instanceof String)) {
    throw new TypeError('A body is a text, bytes or URLSearchParams. Write an object as JSON.stringify does.')
  }
  return { bytes: encodeText(body), type: 'text/plain;charset=UTF-8' }
}

const decodeBody = (bytes) => new TextDecoder().decode(bytes)

class Body {
  #bytes
  #used = false
  static {
    bytesOfBody = (message) => {
      if (message.#used) throw new TypeError('The body was read before; read it once, or clone first.')
      return message.#bytes
    }
  }
  constructor(bytes) {
    this.#bytes = bytes
  }
  get bodyUsed() { return this.#used }
  async #read(as) {
    const bytes = bytesOfBody(this)
    this.#used = bytes !== undefined
    return as(bytes ?? new Uint8Array())
  }
  async text() { return this.#read(decodeBody) }
  async json() { return this.#read((bytes) => JSON.parse(decodeBody(bytes))) }
  async bytes() { return this.#read((bytes) => bytes.slice()) }
  async arrayBuffer() { return this.#read((bytes) => bytes.slice().buffer) }
}

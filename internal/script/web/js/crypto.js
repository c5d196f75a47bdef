// crypto: random numbers, digests, and HMAC with keys that are given as bytes.
const hashNames = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']
const blockSizes = { 'SHA-1': 64, 'SHA-256': 64, 'SHA-384': 128, 'SHA-512': 128 } // of a key that is made
const notSupported = (message) => new DOMException(message, 'NotSupportedError')
const nameOf = (algorithm) => String(typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm).toUpperCase()

const hashOf = (algorithm) => {
  const name = nameOf(algorithm)
  if (!hashNames.includes(name)) throw notSupported(`The digests are ${hashNames.join(', ')}.`)
  return name
}

const hmacOnly = (algorithm) => {
  if (nameOf(algorithm) !== 'HMAC') throw notSupported('The keys are of HMAC alone.')
}

let newKey // (bytes, algorithm, extractable, usages) => CryptoKey
let bytesOfKey // (key, usage) => Uint8Array

class CryptoKey {
  #bytes
  #algorithm
  #extractable
  #usages
  static #allowed = false
  static {
    newKey = (bytes, algorithm, extractable, usages) => {
      CryptoKey.#allowed = true
      const key = new CryptoKey()
      key.#bytes = bytes
      key.#algorithm = Object.freeze({ name: 'HMAC', hash: Object.freeze({ name: algorithm }), length: bytes.length * 8 })
      key.#extractable = Boolean(extractable)
      key.#usages = Object.freeze(usages)
      return key
    }
    bytesOfKey = (key, usage) => {
      if (!(typeof key === 'object' && key !== null && #bytes in key)) throw new TypeError('The key is no CryptoKey; make one with importKey.')
      if (!(usage === 'export' ? key.#extractable : key.#usages.includes(usage))) {
        throw new DOMException(`The key is not for ${usage}.`, 'InvalidAccessError')
      }
      return key.#bytes
    }
  }
  constructor() {
    if (!CryptoKey.#allowed) throw new TypeError('A CryptoKey is made by importKey.')
    CryptoKey.#allowed = false
  }
  get type() { return 'secret' }
  get algorithm() { return this.#algorithm }
  get extractable() { return this.#extractable }
  get usages() { return this.#usages }
}

const usagesOf = (usages) => {
  const list = [...usages]
  if (list.length === 0 || list.some((each) => each !== 'sign' && each !== 'verify')) throw new DOMException("The usages of a key are 'sign' and 'verify'.", 'SyntaxError')
  return list
}

class SubtleCrypto {
  async digest(algorithm, data) {
    return host('crypto.digest', hashOf(algorithm), bytesFor(data, 'digest')).buffer
  }
  async importKey(format, data, algorithm, extractable, usages) {
    if (format !== 'raw') throw notSupported("importKey takes 'raw' bytes.")
    hmacOnly(algorithm)
    const bytes = bytesFor(data, 'importKey').slice()
    if (bytes.length === 0) throw new DOMException('The key has no bytes.', 'DataError')
    return newKey(bytes, hashOf(algorithm.hash), extractable, usagesOf(usages))
  }
  async generateKey(algorithm, extractable, usages) {
    hmacOnly(algorithm)
    const hash = hashOf(algorithm.hash)
    return newKey(host('crypto.random', blockSizes[hash]), hash, extractable, usagesOf(usages))
  }
  async exportKey(format, key) {
    if (format !== 'raw') throw notSupported("exportKey gives 'raw' bytes.")
    return bytesOfKey(key, 'export').slice().buffer
  }
  async sign(algorithm, key, data) {
    hmacOnly(algorithm)
    return host('crypto.sign', key.algorithm.hash.name, bytesOfKey(key, 'sign'), bytesFor(data, 'sign')).buffer
  }
  async verify(algorithm, key, signature, data) {
    hmacOnly(algorithm)
    return host('crypto.verify', key.algorithm.hash.name, bytesOfKey(key, 'verify'), bytesFor(data, 'verify'), bytesFor(signature, 'verify'))
  }
}

class Crypto {
  #subtle = Object.freeze(new SubtleCrypto())
  get subtle() { return this.#subtle }
  randomUUID() { return host('crypto.uuid') }
  getRandomValues(array) {
    if (!ArrayBuffer.isView(array) || /Float|DataView/.test(array[Symbol.toStringTag])) throw new DOMException('getRandomValues fills a typed array of whole numbers.', 'TypeMismatchError')
    if (array.byteLength > 65536) throw new DOMException('getRandomValues gives 65,536 bytes at most.', 'QuotaExceededError')
    bytesOf(array).set(host('crypto.random', array.byteLength) ?? [])
    return array
  }
}

tag(CryptoKey, SubtleCrypto, Crypto)
define({ CryptoKey, SubtleCrypto, Crypto, crypto: new Crypto() })

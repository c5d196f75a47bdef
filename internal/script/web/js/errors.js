// DOMException, as far as AbortSignal, structuredClone and crypto throw it.
const legacyCodes = {
  SyntaxError: 12, InvalidStateError: 11, InvalidCharacterError: 5, NotSupportedError: 9, InvalidAccessError: 15,
  AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25,
}

class DOMException extends Error {
  #name
  constructor(message = '', name = 'Error') {
    const options = typeof name === 'object' && name !== null ? name : { name }
    super(String(message), 'cause' in options ? { cause: options.cause } : undefined)
    this.#name = options.name === undefined ? 'Error' : String(options.name)
  }
  get name() {
    return this.#name
  }
  get code() {
    return Object.hasOwn(legacyCodes, this.#name) ? legacyCodes[this.#name] : 0
  }
}

tag(DOMException)
define({ DOMException })

// Request.
const redirects = ['follow', 'error', 'manual']
const forbiddenMethods = ['CONNECT', 'TRACE', 'TRACK']

const methodOf = (method) => {
  const text = String(method)
  const upper = text.toUpperCase()
  if (!token.test(text) || forbiddenMethods.includes(upper)) throw new TypeError(`${JSON.stringify(text)} is no method of a request.`)
  return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'].includes(upper) ? upper : text
}

const urlOf = (input) => {
  const url = new URL(input)
  if (url.username || url.password) throw new TypeError('The URL of a request has no user and no password; use a header Authorization.')
  return url.href
}

class Request extends Body {
  #url
  #method
  #headers
  #redirect
  #signal
  constructor(input, init = {}) {
    const from = input instanceof Request ? input : undefined
    const method = methodOf(init.method ?? from?.method ?? 'GET')
    const { bytes, type } = 'body' in init ? bodyOf(init.body) : { bytes: from && bytesOfBody(from) }
    if (bytes && (method === 'GET' || method === 'HEAD')) throw new TypeError(`A request with method ${method} has no body.`)
    super(bytes)
    this.#method = method
    this.#url = from ? from.url : urlOf(input)
    this.#headers = new Headers(init.headers ?? from?.headers)
    if (type && !this.#headers.has('content-type')) this.#headers.set('content-type', type)
    this.#redirect = init.redirect ?? from?.redirect ?? 'follow'
    if (!redirects.includes(this.#redirect)) throw new TypeError(`redirect is one of ${redirects.join(', ')}.`)
    const signal = init.signal === undefined ? from?.signal : init.signal
    if (signal && !(signal instanceof AbortSignal)) throw new TypeError('signal is an AbortSignal.')
    this.#signal = AbortSignal.any(signal ? [signal] : [])
  }
  get url() { return this.#url }
  get method() { return this.#method }
  get headers() { return this.#headers }
  get redirect() { return this.#redirect }
  get signal() { return this.#signal }
  clone() {
    bytesOfBody(this) // throws where it was read
    return new Request(this)
  }
}

tag(Request)
define({ Request })

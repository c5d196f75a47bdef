// Response.
let newResponse // ({ status, statusText, headers, url, redirected, type }, bytes) => Response
const nullBody = [101, 204, 205, 304]
const statusOf = (status) => {
  const n = Number(status)
  if (!(Number.isInteger(n) && n >= 200 && n <= 599)) throw new RangeError('The status of a response is 200 to 599.')
  return n
}

class Response extends Body {
  #head = { status: 200, statusText: '', url: '', redirected: false, type: 'default' }
  #headers
  static {
    newResponse = ({ headers, ...head }, bytes) => {
      const response = new Response(bytes)
      response.#head = { ...response.#head, ...head }
      response.#headers = new Headers(headers)
      return response
    }
  }
  constructor(body, init = {}) {
    const status = statusOf(init.status ?? 200)
    const { bytes, type } = bodyOf(body)
    if (bytes && nullBody.includes(status)) throw new TypeError(`A response with status ${status} has no body.`)
    super(bytes)
    this.#head.status = status
    this.#head.statusText = String(init.statusText ?? '')
    this.#headers = new Headers(init.headers)
    if (type && !this.#headers.has('content-type')) this.#headers.set('content-type', type)
  }
  get status() { return this.#head.status }
  get statusText() { return this.#head.statusText }
  get ok() { return this.#head.status >= 200 && this.#head.status < 300 }
  get url() { return this.#head.url }
  get redirected() { return this.#head.redirected }
  get type() { return this.#head.type }
  get headers() { return this.#headers }
  clone() { return newResponse({ ...this.#head, headers: this.#headers }, bytesOfBody(this)) }
  static json(data, init = {}) {
    const text = JSON.stringify(data)
    if (text === undefined) throw new TypeError('The value has no form in JSON.')
    const headers = new Headers(init.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    return new Response(text, { ...init, headers })
  }
  static error() { return newResponse({ status: 0, type: 'error' }) }
  static redirect(url, status = 302) {
    if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError('The status of a redirect is 301, 302, 303, 307 or 308.')
    return newResponse({ status, headers: { location: new URL(url).href } })
  }
}

tag(Response)
define({ Response })

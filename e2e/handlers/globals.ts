// All that handlers.d.ts declares, used. It compiles with the globals of browsers,
// too: what handlers have is a part of those.
export async function everything(): Promise<unknown> {
  const encoder: TextEncoder = new TextEncoder()
  const bytes: Uint8Array = encoder.encode('tea')
  const { read, written } = encoder.encodeInto('tea', new Uint8Array(8))
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const text: string = decoder.decode(new Uint8Array(3), { stream: true }) + decoder.decode() + new TextDecoder().decode(new ArrayBuffer(1))
  const ofText: [string, boolean, boolean, string] = [decoder.encoding, decoder.fatal, decoder.ignoreBOM, encoder.encoding]

  const params: URLSearchParams = new URLSearchParams({ a: '1' })
  params.append('a', '2')
  params.delete('a', '1')
  params.delete('b')
  params.set('c', '3')
  params.sort()
  params.forEach((value, key, parent) => parent.getAll(key).push(value))
  const pairs: [string, string][] = [...params, ...params.entries(), ...new URLSearchParams([['a', 'b']]), ...new URLSearchParams('a=b')]
  const found: [string | null, string[], boolean, number, string] = [params.get('a'), params.getAll('a'), params.has('a', '1') && params.has('a'), params.size, params.toString()]
  const keys: string[] = [...params.keys(), ...params.values()]
  const url = new URL('/a', new URL('https://tea.example'))
  url.href = url.protocol = url.username = url.password = url.host = url.hostname = url.port = url.pathname = url.search = url.hash = 'a'
  url.searchParams.append('a', 'b')
  const ofURL: string[] = [url.href, url.origin, url.toString(), url.toJSON(), String(URL.parse('a', 'b')?.href), String(URL.canParse('a'))]

  const headers = new Headers([['a', 'b']])
  headers.append('a', 'b')
  headers.set('a', 'b')
  headers.delete('b')
  headers.forEach((value, key, parent) => parent.has(key + value))
  const ofHeaders: (string | null)[] = [headers.get('a'), ...headers.getSetCookie(), ...headers.keys(), ...headers.values(), ...[...headers, ...headers.entries()].flat()]

  const controller: AbortController = new AbortController()
  const signal: AbortSignal = AbortSignal.any([controller.signal, AbortSignal.timeout(5), AbortSignal.abort('over')])
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal })
  const listener = { handleEvent: (event: Event) => event.preventDefault() }
  signal.addEventListener('abort', listener)
  signal.removeEventListener('abort', listener)
  signal.onabort = () => undefined
  const aborted: boolean = signal.aborted
  const target = new EventTarget()
  const event = new Event('tea', { cancelable: true })
  event.stopPropagation()
  event.stopImmediatePropagation()
  const ofEvent: unknown[] = [event.type, event.target, event.currentTarget, event.bubbles, event.cancelable, event.defaultPrevented, event.timeStamp, target.dispatchEvent(event)]

  const request = new Request('https://tea.example', { method: 'POST', headers, body: new URLSearchParams('a=b'), redirect: 'manual', signal })
  const ofRequest: unknown[] = [request.method, request.url, request.headers, request.redirect, request.signal, request.clone(), request.bodyUsed]
  const response: Response = await fetch(request, { method: 'PUT', headers: { a: 'b' }, body: new Uint8Array(1), signal: null })
  await fetch(new URL('https://tea.example'), { body: new ArrayBuffer(1) })
  await fetch('https://tea.example', { body: 'tea', redirect: 'error' })
  const body: [string, ArrayBuffer, Uint8Array] = [await response.text(), await response.arrayBuffer(), await response.bytes()]
  const json: { a: string } = await response.json()
  const made: Response[] = [Response.json({ a: 1 }, { status: 201 }), Response.error(), Response.redirect('https://tea.example', 303), new Response('a', { statusText: 'b', headers }), new Response(null), new Response()]
  const ofResponse: unknown[] = [response.ok, response.status, response.statusText, response.headers, response.url, response.redirected, response.type, response.clone()]

  const digest: ArrayBuffer = await crypto.subtle.digest('SHA-256', new Uint8Array(3))
  const key: CryptoKey = await crypto.subtle.importKey('raw', new Uint8Array(3), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify'])
  const other = await crypto.subtle.generateKey({ name: 'HMAC', hash: { name: 'SHA-512' } }, true, ['sign'])
  const signature: ArrayBuffer = await crypto.subtle.sign('HMAC', key, new Uint8Array(3))
  const verified: boolean = await crypto.subtle.verify({ name: 'HMAC' }, key, signature, new Uint8Array(3))
  const exported: ArrayBuffer = await crypto.subtle.exportKey('raw', key)
  const ofCrypto: unknown[] = [crypto.getRandomValues(new Uint8Array(3)), crypto.randomUUID(), key.type, key.algorithm.name, key.extractable, key.usages, other]
  const classes: boolean[] = [key instanceof CryptoKey, crypto.subtle instanceof SubtleCrypto, crypto instanceof Crypto, request instanceof Request, response instanceof Response, signal instanceof AbortSignal]

  const timer = setTimeout((a: string) => a, 5, 'a')
  clearTimeout(timer)
  await new Promise((done) => setTimeout(done, 5))
  clearInterval(setInterval(() => undefined, 5))
  queueMicrotask(() => undefined)
  const copied: { a: string } = structuredClone({ a: 'b' }, { transfer: [new ArrayBuffer(1)] })
  const base64: string = atob(btoa('tea'))
  const now: [number, number, unknown] = [performance.now(), performance.timeOrigin, performance.toJSON()]
  console.log('a', 1, {})
  console.debug(console.error, console.info, console.warn, console.trace)
  const failure = new DOMException('a', 'AbortError')
  const ofFailure: [string, number, string] = [failure.name, failure.code, failure.message]

  return [
    bytes, read, written, text, ofText, pairs, found, keys, ofURL, ofHeaders, aborted, ofEvent, ofRequest, body, json, made, ofResponse, digest, signature, verified,
    exported, ofCrypto, classes, copied, base64, now, ofFailure,
  ]
}

// fetch. What may be reached, and how much, is decided outside of the realm.
const failed = (error) => new TypeError(`fetch: ${error?.message ?? error}`, { cause: error })

const responseOf = ({ value, bytes }) => newResponse({
  status: value.status, statusText: value.statusText ?? '', headers: value.headers, url: value.url ?? '', redirected: Boolean(value.redirected), type: 'basic',
}, nullBody.includes(value.status) ? undefined : bytes ?? new Uint8Array())

/** fetch is no async function: with await, a promise of the operation itself is lost. */
function fetch(input, init) {
  return new Promise((resolve, reject) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const bytes = bytesOfBody(request)
    const operation = start('fetch', { method: request.method, url: request.url, headers: [...request.headers], redirect: request.redirect }, bytes)
    const forget = onSignalAbort(signal, (reason) => {
      start.cancel(operation)
      reject(reason)
    })
    operation.finally(forget).then((result) => resolve(responseOf(result)), (error) => reject(failed(error))).catch(reject)
  })
}

define({ fetch })

// What a handler gets as its second argument.
(function (start, refusal, site, extras) {
  'use strict'

  const levels = ['debug', 'info', 'warn', 'error']
  const log = Object.freeze(Object.fromEntries(levels.map((level) => [level, (message, fields) => start.tell('log', { level, message: String(message), fields })])))
  const fail = (code, pointer, message) => refusal({ code, path: pointer, message })
  const env = Object.freeze({ ...site.env })
  const aborted = () => new DOMException('The call of the handler is over.', 'AbortError')

  return (call, controls) => {
    let signal
    return {
      user: call.caller.user ?? null,
      staff: call.caller.staff ?? null,
      ...(call.caller.auth && { auth: call.caller.auth }),
      ...(call.event && { event: call.event }),
      env, log, fail, ...extras,
      get signal() {
        if (!signal) {
          const controller = new AbortController()
          controls.onAbort(() => controller.abort(aborted()))
          signal = controller.signal
        }
        return signal
      },
    }
  }
})

import { equal, rejects, script, throws } from '../check'

export default script(async (_input, ctx) => {
  const controller = new AbortController()
  const heard: string[] = []
  controller.signal.addEventListener('abort', (event) => heard.push(event.type))
  controller.signal.onabort = () => heard.push('onabort')
  const any = AbortSignal.any([controller.signal, AbortSignal.timeout(60_000)])
  equal([controller.signal.aborted, any.aborted], [false, false])
  controller.abort()
  controller.abort('again')
  equal([any.aborted, any.reason.name, any.reason.code, heard], [true, 'AbortError', 20, ['abort', 'onabort']])
  equal(any.reason === controller.signal.reason, true)
  throws(() => any.throwIfAborted(), 'AbortError')
  equal(AbortSignal.abort('mine').reason, 'mine')
  const timeout = AbortSignal.timeout(1)
  await new Promise((resolve) => timeout.addEventListener('abort', resolve, { once: true }))
  equal(timeout.reason.name, 'TimeoutError')
  throws(() => new (AbortSignal as any)(), 'TypeError')
  equal([ctx.signal instanceof AbortSignal, ctx.signal.aborted], [true, false])
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), true)
  equal(crypto.randomUUID() === crypto.randomUUID(), false)
  const some = crypto.getRandomValues(new Uint32Array(16))
  equal([some.length, new Set(some).size > 1], [16, true])
  throws(() => crypto.getRandomValues(new Uint8Array(65537)), 'QuotaExceededError')
  throws(() => crypto.getRandomValues(new Float32Array(1) as any), 'TypeMismatchError')
  equal(crypto.getRandomValues(new Uint8Array()).length, 0)
})

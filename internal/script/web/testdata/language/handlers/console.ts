import { equal, rejects, script, throws } from '../check'

class Tea { kind = 'green'; #secret = 1; get cups() { throw new Error('never read') } }

export default script((input) => {
  const ring: any = { a: [1, 'x', null], m: new Map([['k', new Set([1n])]]) }
  ring.ring = ring
  console.log('hello', 1, ring)
  console.warn('%s has %d of %j%%', 'tea', '3', { a: 1 }, new Tea())
  console.error(new Error('broken', { cause: 'heat' }))
  console.info([,1], new Date(0), /x/, Symbol('s'), () => 1, Tea, undefined, -0, new Uint8Array(2), new Headers({ a: 'b' }))
  console.debug('x'.repeat(100_000), Array.from({ length: 1000 }, (_, i) => ({ i })))
  console.log({ get a() { throw new Error('never read') } }, new Proxy({}, { ownKeys() { throw null } }), { a: { b: { c: { d: { e: { f: 1 } } } } } })
  console.log()
  equal(typeof input, 'object')
})

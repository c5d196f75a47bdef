import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const order = { id: 1, get total() { return this.id * 2 }, ['k' + 1]: true }
  equal([order.total, Object.entries(order).length, Object.hasOwn(order, 'k1')], [2, 3, true])
  equal(Object.fromEntries(new Map([['a', 1]])), { a: 1 })
  const fixed = Object.freeze({ a: 1 } as { a: number })
  throws(() => { fixed.a = 2 }, 'TypeError')
  equal(Object.assign(Object.create(null), { constructor: 1, toString: 2 }).toString, 2)
  equal(Object.keys({ b: 1, 2: 1, a: 1, 1: 1 }), ['1', '2', 'b', 'a'])
})

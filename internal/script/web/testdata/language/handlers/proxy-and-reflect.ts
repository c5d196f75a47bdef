import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const seen: PropertyKey[] = []
  const proxy = new Proxy({ a: 1 } as any, {
    get(target, key, receiver) { seen.push(key); return Reflect.get(target, key, receiver) ?? 'none' },
    has: () => true,
    set: () => false,
  })
  equal([proxy.a, proxy.b, 'z' in proxy, seen], [1, 'none', true, ['a', 'b']])
  throws(() => { proxy.a = 2 }, 'TypeError')
  equal(Reflect.ownKeys({ b: 1, [Symbol.iterator]: 2, 1: 3 }).length, 3)
  equal(Reflect.construct(Date, [0]).getTime(), 0)
})

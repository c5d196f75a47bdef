import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const { a, b: { c = 3, ...inner } = {} as any, ...rest } = { a: 1, b: { d: 4 }, e: 5 } as any
  equal([a, c, inner, rest], [1, 3, { d: 4 }, { e: 5 }])
  const [x, , y = 9, ...more] = [1, 2, undefined, 4, 5]
  equal([x, y, more], [1, 9, [4, 5]])
  equal({ ...{ a: 1 }, a: 2, ...null }, { a: 2 })
  equal([...'añ', ...new Set([1, 1])], ['a', 'ñ', 1])
  for (const [key, value] of Object.entries({ k: 'v' })) equal(key + value, 'kv')
})

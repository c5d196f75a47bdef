import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const list = [3, 1, 2]
  equal([list.toSorted(), list.toReversed(), list.toSpliced(0, 1), list.with(0, 9), list], [[1, 2, 3], [2, 1, 3], [1, 2], [9, 1, 2], [3, 1, 2]])
  equal([list.at(-1), list.findLast((n) => n > 1), list.findLastIndex((n) => n === 3), list.includes(1)], [2, 2, 0, true])
  equal([[1, [2, [3]]].flat(Infinity), [1, 2].flatMap((n) => [n, n * 10])], [[1, 2, 3], [1, 10, 2, 20]])
  equal(Array.from({ length: 3 }, (_, i) => i * i), [0, 1, 4])
  equal([5, 25, 100].sort(), [100, 25, 5])
  equal(Object.groupBy(['ant', 'bee', 'asp'], (w) => w[0]!), { a: ['ant', 'asp'], b: ['bee'] })
  equal(typeof (Array as any).fromAsync, 'undefined')
})

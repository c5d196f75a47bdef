import { equal, rejects, script, throws } from '../check'

function sum(this: void, first = 1, ...others: number[]): number {
  return others.reduce((a, b) => a + b, first)
}

export default script(() => {
  equal([sum(), sum(1, 2, 3), sum.length, sum.name], [1, 6, 0, 'sum'])
  const counter = () => { let n = 0; return { get next() { return ++n } } }
  const c = counter()
  equal([c.next, c.next], [1, 2])
  equal(Math.max.apply(null, [1, 3]), 3)
  equal([1, 2, 3].map((n) => (n % 2 ? 'odd' : 'even')), ['odd', 'even', 'odd'])
})

import { equal, rejects, script, throws } from '../check'

function* count(to: number): Generator<number, string, unknown> {
  for (let i = 1; i <= to; i++) yield i
  return 'done'
}
function* both() {
  const result = yield* count(2)
  yield result
}

export default script(() => {
  equal([...both()], [1, 2, 'done'])
  equal(count(100).filter((n) => n % 2 === 0).map((n) => n * n).drop(1).take(2).toArray(), [16, 36])
  equal(Iterator.from([1, 2]).some((n) => n === 2), true)
  const tree = { *[Symbol.iterator]() { yield* [3, 4] } }
  equal(Math.max(...tree), 4)
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(2n ** 64n + 1n, 18446744073709551617n)
  equal([7n / 2n, -7n % 3n, BigInt.asUintN(8, 257n), typeof 1n], [3n, -1n, 1n, 'bigint'])
  equal(BigInt('0xff').toString(36), '73')
  equal(1n < 2, true)
  throws(() => 1n + (1 as any), 'TypeError')
  throws(() => JSON.stringify(1n), 'TypeError')
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal([1_000_000, 0.1 + 0.2, (1.005).toFixed(2), Number('0x1f'), Number.parseFloat('1.5kg')], [1000000, 0.30000000000000004, '1.00', 31, 1.5])
  equal([Math.trunc(-1.5), Math.sign(-0), Math.hypot(3, 4), Math.clz32(1), Math.cbrt(27)], [-1, -0, 5, 31, 3])
  equal([Number.isSafeInteger(2 ** 53), (255).toString(16), 1e21], [false, 'ff', 1e21])
  const random = Math.random()
  equal(random >= 0 && random < 1, true)
  equal((1234.5).toLocaleString('de'), '1234.5') // no locale is known
})

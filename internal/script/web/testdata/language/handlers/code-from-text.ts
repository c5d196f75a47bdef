import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal((0, eval)('1 + 1'), 2)
  equal(new Function('a', 'b', 'return a + b')(1, 2), 3)
  equal(Function('return this')() === globalThis, true)
  throws(() => (0, eval)('var leak = 1'), 'TypeError')
  equal([(0, eval)('typeof host'), (0, eval)('typeof start')], ['undefined', 'undefined'])
})

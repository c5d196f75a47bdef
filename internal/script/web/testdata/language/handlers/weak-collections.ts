import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const key = {}
  const map = new WeakMap([[key, 1]])
  equal([map.get(key), map.has({}), new WeakSet([key]).has(key)], [1, false, true])
  equal(new WeakRef(key).deref() === key, true)
  equal(typeof FinalizationRegistry, 'undefined')
})

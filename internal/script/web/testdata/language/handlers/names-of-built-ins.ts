import { equal, rejects, script, throws } from '../check'

class Plain extends Error {}
function Old(this: any) {}

export default script(() => {
  const error: any = new Plain('a')
  error.name = 'Plain'
  error.message = 'b'
  error.toString = () => 'mine'
  equal([error.name, error.message, `${error}`, error.extra], ['Plain', 'b', 'mine', undefined])
  Plain.prototype.name = 'Ours'
  equal(new Plain('c').toString(), 'Ours: c')
  Old.prototype.toString = () => 'old'
  Old.prototype.constructor = Old
  equal(`${new (Old as any)()}`, 'old')
  const counts: any = {}
  for (const word of ['constructor', 'toString', 'valueOf', 'constructor']) counts[word] = 1 + (Object.hasOwn(counts, word) ? counts[word] : 0)
  equal(counts, { constructor: 2, toString: 1, valueOf: 1 })
  Old.bind = () => 'bound'
  equal([(Old as any).bind(), Object.keys(error).includes('name')], ['bound', true])
  const heir = Object.create(Error.prototype)
  heir.constructor = Old
  equal(heir.constructor === Old, true)
  for (const each of [Array, Map, Promise, Date, Uint8Array, EventTarget, TypeError]) {
    const made = Object.create(each.prototype)
    made.constructor = Old
    equal([made.constructor === Old, each.prototype.constructor === each], [true, true])
  }
})

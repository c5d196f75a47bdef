import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const secret = Symbol('secret')
  equal([secret.description, Object.keys({ [secret]: 1 }), Symbol.for('k') === Symbol.for('k')], ['secret', [], true])
  equal(`${{ [Symbol.toPrimitive]: (hint: string) => hint }}`, 'string')
  equal(Object.prototype.toString.call({ [Symbol.toStringTag]: 'Tea' }), '[object Tea]')
  let closed = 0
  { using _file = { [Symbol.dispose]() { closed++ } } }
  equal(closed, 1)
})

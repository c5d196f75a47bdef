import { equal, rejects, script, throws } from '../check'

class NotFound extends Error {
  constructor(readonly what: string, options?: ErrorOptions) {
    super(`no ${what}`, options)
    this.name = 'NotFound'
  }
}

export default script(() => {
  const error = new NotFound('tea', { cause: new TypeError('cold') })
  equal([String(error), error instanceof NotFound, (error.cause as Error).message], ['NotFound: no tea', true, 'cold'])
  equal(error.stack?.includes(' at '), true)
  equal(new AggregateError([1, 2], 'both').errors, [1, 2])
  throws(() => (undefined as any).x, 'TypeError')
  throws(() => new Array(-1), 'RangeError')
  throws(() => JSON.parse('{'), 'SyntaxError')
  const deep = (): number => 1 + deep()
  throws(deep, 'InternalError')
})

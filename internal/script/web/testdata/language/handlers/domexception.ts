import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const error = new DOMException('gone', 'AbortError')
  equal([error.name, error.message, error.code, `${error}`, error instanceof Error], ['AbortError', 'gone', 20, 'AbortError: gone', true])
  equal([new DOMException().name, new DOMException('', 'Mine').code, typeof error.stack], ['Error', 0, 'string'])
})

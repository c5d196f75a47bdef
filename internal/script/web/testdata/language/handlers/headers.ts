import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const headers = new Headers({ 'X-B': ' 2 ', 'content-type': 'text/plain' })
  headers.append('x-b', '3')
  headers.append('Set-Cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  equal([...headers], [['content-type', 'text/plain'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['x-b', '2, 3']])
  equal([headers.get('X-B'), headers.has('nothing'), headers.get('nothing'), headers.getSetCookie()], ['2, 3', false, null, ['a=1', 'b=2']])
  headers.set('x-b', 'é')
  headers.delete('Set-Cookie')
  equal([...new Headers(headers).values()], ['text/plain', 'é'])
  throws(() => headers.set('a b', 'x'), 'TypeError')
  throws(() => headers.set('a', 'x\r\ny: z'), 'TypeError')
  throws(() => headers.set('a', '€'), 'TypeError')
})

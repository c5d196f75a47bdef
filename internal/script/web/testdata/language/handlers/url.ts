import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const url = new URL('../b/./c?x=1#top', 'HTTPS://user:pw@Example.com:443/a/z')
  equal(url.href, 'https://user:pw@example.com/b/c?x=1#top')
  equal([url.origin, url.protocol, url.username, url.password, url.host, url.hostname, url.port], ['https://example.com', 'https:', 'user', 'pw', 'example.com', 'example.com', ''])
  equal([url.pathname, url.search, url.hash, `${url}`, JSON.stringify({ url })], ['/b/c', '?x=1', '#top', url.href, `{"url":"${url.href}"}`])
  url.pathname = '/ü b'
  url.port = '8080'
  url.protocol = 'http'
  url.hash = ''
  url.username = url.password = ''
  equal(url.href, 'http://example.com:8080/%C3%BC%20b?x=1')
  url.searchParams.append('y', 'a b')
  equal(url.search, '?x=1&y=a+b')
  url.search = '?z=2'
  equal([url.searchParams.get('z'), url.searchParams.has('x')], ['2', false])
  url.host = 'b.example:99'
  url.href = 'mailto:a@b.example'
  equal([url.origin, url.pathname], ['null', 'a@b.example'])
  equal([new URL('http://0x7f.1/').hostname, new URL('http://[::1]:80/').host, new URL('http://bücher.example/').host], ['127.0.0.1', '[::1]', 'xn--bcher-kva.example'])
  equal([URL.canParse('x'), URL.canParse('x', 'http://a'), URL.parse('//'), URL.parse('http://a')?.href], [false, true, null, 'http://a/'])
  equal(throws(() => new URL('no url'), 'TypeError').code, 'ERR_INVALID_URL')
  throws(() => new URL(`http://a/${'x'.repeat(1 << 17)}`), 'TypeError')
})

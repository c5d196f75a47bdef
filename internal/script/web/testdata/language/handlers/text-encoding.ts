import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(new TextEncoder().encode('aü€👍\ud800\0'), Uint8Array.of(97, 195, 188, 226, 130, 172, 240, 159, 145, 141, 239, 191, 189, 0))
  const into = new Uint8Array(4)
  equal([new TextEncoder().encodeInto('aü€', into), into], [{ read: 2, written: 3 }, Uint8Array.of(97, 195, 188, 0)])
  equal(new TextDecoder().decode(Uint8Array.of(0xef, 0xbb, 0xbf, 97, 0)), 'a\0')
  equal(new TextDecoder('UTF8', { ignoreBOM: true }).decode(Uint8Array.of(0xef, 0xbb, 0xbf, 97)), '\ufeffa')
  equal(new TextDecoder().decode(Uint8Array.of(0xe2, 0x82, 97, 0xf0, 0x9f, 0xff)), '\ufffda\ufffd\ufffd')
  throws(() => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(0xff)), 'TypeError')
  const stream = new TextDecoder()
  equal([0xe2, 0x82, 0xac, 97].map((byte) => stream.decode(Uint8Array.of(byte), { stream: true })), ['', '', '€', 'a'])
  equal(stream.decode(), '')
  equal(new TextDecoder().decode(new TextEncoder().encode('ü').buffer as ArrayBuffer), 'ü')
  throws(() => new TextDecoder('latin1'), 'RangeError')
})

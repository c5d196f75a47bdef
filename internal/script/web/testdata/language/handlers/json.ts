import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(JSON.stringify({ a: [1, undefined, () => 1], b: undefined, d: NaN }), '{"a":[1,null,null],"d":null}')
  equal(JSON.stringify({ toJSON: () => 'mine' }), '"mine"')
  equal(JSON.parse('{"a":{"b":1}}', (key, value) => (key === 'b' ? value + 1 : value)), { a: { b: 2 } })
  equal(JSON.stringify({ a: 1, b: [2] }, null, 2).split('\n').length, 6)
  equal(JSON.stringify('\u2028\ud800'), '"\u2028\\ud800"')
  const ring: any = {}
  ring.ring = ring
  throws(() => JSON.stringify(ring), 'TypeError')
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const original: any = { date: new Date(5), map: new Map([[{ k: 1 }, new Set([1])]]), text: /a/gi, list: [1, , 3], bytes: new Uint8Array([1, 2, 3]).subarray(1), big: 1n, none: undefined }
  original.self = original
  const copy = structuredClone(original)
  equal([copy !== original, copy.self === copy, copy.date.getTime(), copy.text.flags, copy.big], [true, true, 5, 'gi', 1n])
  equal([[...copy.map][0][0], [...copy.map][0][1].has(1), 1 in copy.list, copy.bytes, 'none' in copy], [{ k: 1 }, true, false, Uint8Array.of(2, 3), true])
  const error = structuredClone(new RangeError('far', { cause: { at: 1 } }))
  equal([error instanceof RangeError, error.message, (error.cause as any).at], [true, 'far', 1])
  class Tea { kind = 'green' }
  equal([structuredClone(new Tea()) instanceof Tea, structuredClone(new Tea())], [false, { kind: 'green' }])
  const buffer = new ArrayBuffer(3)
  equal([structuredClone(buffer, { transfer: [buffer] }).byteLength, buffer.byteLength], [3, 0])
  throws(() => structuredClone(() => 1), 'DataCloneError')
  throws(() => structuredClone({ s: Symbol('s') }), 'DataCloneError')
  throws(() => structuredClone(Promise.resolve()), 'DataCloneError')
  throws(() => structuredClone(new Response()), 'DataCloneError')
  equal(Object.hasOwn(structuredClone(JSON.parse('{"__proto__": 1}')), '__proto__'), true)
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const bytes = Uint8Array.of(1, 2, 255)
  equal([bytes.toBase64(), bytes.toHex(), Uint8Array.fromHex('0aff'), Uint8Array.fromBase64('AQI=')], ['AQL/', '0102ff', Uint8Array.of(10, 255), Uint8Array.of(1, 2)])
  equal(new DataView(bytes.buffer).getUint16(1), 767)
  equal([new Uint8ClampedArray([300])[0], new Float16Array([0.1])[0], new Int32Array(2).length], [255, 0.0999755859375, 2])
  equal(bytes.toSorted((a, b) => b - a), Uint8Array.of(255, 2, 1))
  equal(new ArrayBuffer(2, { maxByteLength: 8 }).resizable, true)
  equal([typeof SharedArrayBuffer, typeof Atomics], ['undefined', 'undefined'])
})

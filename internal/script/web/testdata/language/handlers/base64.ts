import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal([btoa('Hello ÿ'), atob('SGVsbG8g/w=='), atob(' SGVs\nbG8 '), atob('YQ')], ['SGVsbG8g/w==', 'Hello ÿ', 'Hello', 'a'])
  throws(() => btoa('€'), 'InvalidCharacterError')
  for (const wrong of ['a', 'ab=', 'a*==', '====']) throws(() => atob(wrong), 'InvalidCharacterError')
  const long = 'x'.repeat(100_000)
  equal(atob(btoa(long)) === long, true)
})

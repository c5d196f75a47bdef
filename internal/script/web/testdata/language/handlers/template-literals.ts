import { equal, rejects, script, throws } from '../check'

const query = (texts: TemplateStringsArray, ...values: unknown[]) => [texts.raw.join('?'), values]

export default script(() => {
  equal(`1 + 1 = ${1 + 1}`, '1 + 1 = 2')
  equal(query`a = ${1} and b = ${'x'}\n`, ['a = ? and b = ?\\n', [1, 'x']])
  equal(String.raw`\d${1}`, '\\d1')
  const same = () => ((t: TemplateStringsArray) => t)`x`
  equal(same() === same(), true)
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(/(?<year>\d{4})-(?<month>\d\d)/.exec('on 2026-03-05')?.groups?.month, '03')
  equal(['price: $42'.match(/(?<=\$)\d+/)?.[0], /^(?!.*secret)/.test('a secret')], ['42', false])
  equal([/^\p{Lu}\p{Script=Greek}$/u.test('Ωω'), /^[\p{L}--[a-z]]$/v.test('é'), /^[\p{L}--[a-z]]$/v.test('e')], [true, true, false])
  equal(/\p{Emoji_Keycap_Sequence}/v.test('4️⃣'), true)
  equal([...'a1b2'.matchAll(/[a-z](\d)/g)].map((m) => m[1]), ['1', '2'])
  equal(/a(b)/d.exec('xab')?.indices?.[1], [2, 3])
  const sticky = /b/y
  sticky.lastIndex = 1
  equal([sticky.test('ab'), /(?i:A)b/.test('ab'), /a.b/s.test('a\nb')], [true, true, true])
  equal('2026-03'.replace(/(?<y>\d+)-(?<m>\d+)/, '$<m>/$<y>'), '03/2026')
  equal(new RegExp(`^${RegExp.escape('a.b')}$`).test('axb'), false)
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(new Date(Date.UTC(2026, 1, 29)).toISOString(), '2026-03-01T00:00:00.000Z')
  equal([Date.parse('2026-03-05T10:00:00+02:00'), new Date('2026-03-05').getTime()], [1772697600000, 1772668800000])
  equal(new Date('no').getTime(), NaN)
  equal(JSON.stringify(new Date(0)), '"1970-01-01T00:00:00.000Z"')
  equal(Math.abs(Date.now() - new Date().getTime()) < 1000, true)
  const utc = new Date(0)
  equal(utc.toLocaleDateString('de', { timeZone: 'Asia/Tokyo' }), utc.toLocaleDateString('en')) // no locale is known
})

import { equal, rejects, script, throws } from '../check'

const space = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

export default script((_input, { format }) => {
  equal([format.number(1234567.891, { locale: 'de' }), format.number(1234.5), format.number(0.1 + 0.2), format.number(123n, { locale: 'fr' })], ['1.234.567,891', '1,234.5', '0.3', '123'])
  equal([format.number(1.005, { maximumFractionDigits: 2 }), format.number(2, { minimumFractionDigits: 2 }), format.number(-0.0001), format.number(9.99, { maximumFractionDigits: 1 })], ['1.01', '2.00', '0', '10'])
  equal([format.number(1e21), format.number(NaN), format.number(-Infinity), format.number(1e-7, { maximumFractionDigits: 7 })], ['1,000,000,000,000,000,000,000', 'NaN', '-∞', '0.0000001'])
  equal([space(format.money(123456, 'EUR', { locale: 'de' })), format.money(-5, 'USD'), space(format.money(500, 'JPY', { locale: 'ja' }))], ['1.234,56 €', '-$0.05', '¥500'].map((each, i) => (i === 2 ? space(format.money(500n, 'JPY', { locale: 'ja' })) : each)))
  equal(format.date('2026-03-05', { locale: 'de', style: 'long', timeZone: 'America/New_York' }), '5. März 2026')
  equal(format.date(new Date('2026-03-05T23:30:00Z'), { timeZone: 'Europe/Berlin', time: true }), 'Mar 6, 2026 00:30')
  equal([format.date(0, { style: 'short' }), format.date('2026-03-05T10:00:00Z', { locale: 'xx' })], ['1/1/70', 'Mar 5, 2026'])
  throws(() => format.money(1.5, 'EUR'), 'RangeError')
  throws(() => format.money(1, 'euro'), 'RangeError')
  throws(() => format.date('no date'), 'RangeError')
  throws(() => format.date(0, { timeZone: 'Moon/Base' }), 'RangeError')
  throws(() => format.date(0, { style: 'full' }), 'RangeError')
  throws(() => format.number('1'), 'TypeError')
  throws(() => format.number(1, { maximumFractionDigits: 500 }), 'RangeError')
})

import { equal, rejects, script, throws } from '../check'

export default script(() => {
  equal(['7'.padStart(3, '0'), ' x '.trim(), 'abc'.at(-1), 'a-a'.replaceAll('a', 'b')], ['007', 'x', 'c', 'b-b'])
  equal(['é'.normalize('NFD').length, '\ud800'.isWellFormed(), '\ud800'.toWellFormed()], [2, false, '\ufffd'])
  equal(['ÄÖ'.toLowerCase(), 'straße'.toUpperCase(), [...'👍🏽'].length], ['äö', 'STRASSE', 2])
  equal(['z'.localeCompare('ä') < 0, 'a'.localeCompare('b') < 0], [true, true]) // by code units: no locale is known
  equal(encodeURIComponent('a b&ü'), 'a%20b%26%C3%BC')
})

// format writes numbers, money and dates as a locale does. It is no global, but a
// part of the context of handlers.
const isTime = (value) => value instanceof Date || typeof value === 'number' || typeof value === 'string'
const isDay = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const ours = site.locale ?? 'en'

/** written asks Go, whose errors are all about values beyond what it writes. */
const written = (...args) => {
  try {
    return host(...args)
  } catch (error) {
    throw new RangeError(error.message)
  }
}

const format = {
  /** number writes a number or a bigint; without options a fraction has 3 digits at most. */
  number(value, { locale = ours, minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(3, least) } = {}) {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError('format.number takes a number or a bigint.')
    return written('format.number', String(value), String(locale), Number(least), Number(most))
  },
  /** money writes an amount in the smallest unit of a currency, such as cents. */
  money(minor, currency, { locale = ours } = {}) {
    if (typeof minor !== 'bigint' && !Number.isSafeInteger(minor)) throw new RangeError("format.money takes a whole number of the currency's smallest unit.")
    return written('format.money', String(minor), String(currency), String(locale))
  },
  /** date writes the day of a Date, of milliseconds or of a text as JSON has it, in UTC unless a time zone is named. */
  date(value, { locale = ours, style = 'medium', time = false, timeZone = 'UTC' } = {}) {
    if (!isTime(value)) throw new TypeError('format.date takes a Date, milliseconds or a text.')
    const zone = isDay(value) ? 'UTC' : String(timeZone) // a day is the same day everywhere
    return written('format.date', new Date(value).getTime(), String(locale), String(style), Boolean(time), zone)
  },
}

// console writes to the log of the service. What it writes of a value is for people,
// and bounded.
const maxLine = 8192 // characters
const maxItems = 100 // of an object
const maxDepth = 4

const quoted = (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const nameOfKey = (key) => (typeof key === 'symbol' ? `[${String(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))

const inspectPrimitive = (value) => {
  if (typeof value === 'string') return quoted(value.length > maxLine ? value.slice(0, maxLine) : value)
  if (typeof value === 'bigint') return `${value}n`
  return Object.is(value, -0) ? '-0' : String(value)
}

/** within joins the items of an object until there are too many. */
const within = (items, count, open, close) => {
  const shown = []
  for (const item of items) {
    if (shown.length === maxItems) {
      shown.push(`… ${count - maxItems} more`)
      break
    }
    shown.push(item)
  }
  return shown.length ? `${open} ${shown.join(', ')} ${close}` : open + close
}

function* properties(value, inside) {
  for (const key of Object.keys(value)) {
    const { get, value: held } = Object.getOwnPropertyDescriptor(value, key)
    yield `${nameOfKey(key)}: ${get ? '[Getter]' : inside(held)}`
  }
}

function* elements(list, inside) {
  for (let i = 0; i < list.length; i++) yield i in list ? inside(list[i]) : '<empty>'
}

function* entriesOf(map, inside) {
  for (const [key, value] of map) yield `${inside(key)} => ${inside(value)}`
}

function* membersOf(set, inside) {
  for (const value of set) yield inside(value)
}

const describeError = (error, inside) => {
  const text = `${error}`
  const stack = typeof error.stack === 'string' ? error.stack.trimEnd() : ''
  const cause = Object.hasOwn(error, 'cause') ? `\n  cause: ${inside(error.cause)}` : ''
  return (stack.startsWith(text) ? stack : stack ? `${text}\n${stack}` : text) + cause
}

const prefixOf = (value) => {
  const made = Object.getPrototypeOf(value)
  if (made === null) return '[null prototype] '
  return made === Object.prototype || !made.constructor?.name ? '' : `${made.constructor.name} `
}

const inspectObject = (value, inside) => {
  if (typeof value === 'function') return `[${/^class\b/.test(Function.prototype.toString.call(value)) ? 'class' : 'Function'}: ${value.name || 'anonymous'}]`
  if (value instanceof Error) return describeError(value, inside)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp || value instanceof URL) return String(value)
  if (value instanceof Promise) return 'Promise {}'
  if (Array.isArray(value)) return within(elements(value, inside), value.length, '[', ']')
  if (value instanceof Map) return within(entriesOf(value, inside), value.size, `Map(${value.size}) {`, '}')
  if (value instanceof Set) return within(membersOf(value, inside), value.size, `Set(${value.size}) {`, '}')
  if (value instanceof Headers || value instanceof URLSearchParams) return within(entriesOf(value, inside), [...value].length, `${prefixOf(value)}{`, '}')
  if (ArrayBuffer.isView(value) && 'length' in value) return within(elements(value, inside), value.length, `${value[Symbol.toStringTag]}(${value.length}) [`, ']')
  if (value instanceof Response) return `Response { status: ${value.status}, url: ${quoted(value.url)} }`
  return within(properties(value, inside), Object.keys(value).length, `${prefixOf(value)}{`, '}')
}

/** inspect is a value as a text for people. */
const inspect = (value) => {
  let left = maxLine // characters that may come
  const seen = []
  const inside = (each) => {
    if (left <= 0) return '…'
    if (typeof each !== 'object' && typeof each !== 'function' || each === null) {
      const text = inspectPrimitive(each)
      left -= text.length
      return text
    }
    if (seen.includes(each)) return '[Circular]'
    if (seen.length > maxDepth) return Array.isArray(each) ? '[Array]' : '[Object]'
    seen.push(each)
    try {
      left -= 4
      return inspectObject(each, inside)
    } catch {
      return '[a value that cannot be shown]'
    } finally {
      seen.pop()
    }
  }
  return inside(value)
}

const formats = {
  s: (v) => (typeof v === 'string' ? v : inspect(v)), d: (v) => String(Number(v)), i: (v) => String(Math.trunc(Number(v))), f: (v) => String(Number(v)),
  j: (v) => JSON.stringify(v) ?? 'undefined', o: inspect, O: inspect, c: () => '',
}

/** line is the arguments of console as one text. */
const line = (args) => {
  let rest = args
  let text = ''
  if (typeof args[0] === 'string') {
    rest = args.slice(1)
    text = rest.length ? args[0].replace(/%([sdifjoOc%])/g, (all, kind) => (kind === '%' ? '%' : rest.length ? formats[kind](rest.shift()) : all)) : args[0]
  }
  const parts = rest.map((each) => (typeof each === 'string' ? each : inspect(each)))
  const whole = (typeof args[0] === 'string' ? [text, ...parts] : parts).join(' ')
  return whole.length > maxLine ? `${whole.slice(0, maxLine)}…` : whole
}

const logAs = (level) => (...args) => {
  let message
  try {
    message = line(args)
  } catch {
    message = '[a value that cannot be shown]'
  }
  start.tell('log', { level, message: message.toWellFormed() })
}

define({
  console: { log: logAs('info'), info: logAs('info'), warn: logAs('warn'), error: logAs('error'), debug: logAs('debug'), trace: logAs('debug') },
})

// Timers. Each is an operation: what waits is outside of the realm, and what is
// left of them at the end of a call is ended with it.
const maxTimers = 1000
const timers = new Map() // by number: the promise of the operation that waits
let lastTimer = 0

/** wait calls a function after some milliseconds, and forgets the timer. */
const wait = (id, ms, callback) => {
  const left = start('sleep', { ms })
  timers.set(id, left)
  const ended = (then) => (outcome) => {
    if (timers.get(id) !== left) return
    timers.delete(id)
    then(outcome)
  }
  left.then(ended(callback), ended((error) => {
    if (error instanceof RangeError) throw error // there were too many operations; else the call is over
  }))
}

const milliseconds = (ms) => {
  const n = Math.trunc(Number(ms))
  return n > 0 ? Math.min(n, 2 ** 31 - 1) : 0
}

const newTimer = (name, callback) => {
  if (typeof callback !== 'function') throw new TypeError(`${name} takes a function, not ${typeof callback}.`)
  if (timers.size >= maxTimers) throw new RangeError('A call may have 1,000 timers at most.')
  return ++lastTimer
}

function setTimeout(callback, ms, ...args) {
  const id = newTimer('setTimeout', callback)
  wait(id, milliseconds(ms), () => callback(...args))
  return id
}

function setInterval(callback, ms, ...args) {
  const id = newTimer('setInterval', callback)
  const period = Math.max(1, milliseconds(ms))
  const again = () => wait(id, period, () => {
    again()
    callback(...args)
  })
  again()
  return id
}

function clearTimeout(id) {
  const left = timers.get(Number(id))
  if (left && timers.delete(Number(id))) start.cancel(left)
}

function clearInterval(id) {
  clearTimeout(id)
}

function queueMicrotask(callback) {
  if (typeof callback !== 'function') throw new TypeError(`queueMicrotask takes a function, not ${typeof callback}.`)
  Promise.resolve().then(() => void callback())
}

define({ setTimeout, setInterval, clearTimeout, clearInterval, queueMicrotask })

import { equal, rejects, script, throws } from '../check'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export default script(async () => {
  const order: string[] = []
  setTimeout((word: string) => order.push(word), 20, 'second')
  setTimeout(() => order.push('first'), 5)
  clearTimeout(setTimeout(() => order.push('never'), 1))
  await sleep(40)
  equal(order, ['first', 'second'])
  let ticks = 0
  await new Promise<void>((resolve) => {
    const id = setInterval(() => { if (++ticks === 3) { clearInterval(id); resolve() } }, 1)
  })
  equal(ticks, 3)
  clearTimeout(undefined)
  throws(() => setTimeout('code' as any, 1), 'TypeError')
  const ids = Array.from({ length: 1000 }, () => setTimeout(() => {}, 1e6))
  throws(() => setTimeout(() => {}, 1), 'RangeError')
  ids.forEach(clearTimeout)
  await sleep(1)
})

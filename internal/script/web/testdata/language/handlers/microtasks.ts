import { equal, rejects, script, throws } from '../check'

export default script(async () => {
  const order: number[] = []
  queueMicrotask(() => order.push(2))
  order.push(1)
  await null
  equal(order, [1, 2])
  throws(() => queueMicrotask(null as any), 'TypeError')
})

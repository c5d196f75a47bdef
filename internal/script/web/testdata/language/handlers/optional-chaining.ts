import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const order = { lines: [{ price: 0 }] } as any
  equal(order.lines?.[0]?.price ?? 5, 0)
  equal([order.customer?.name.first, order.total?.(), order.lines?.[7]?.price ?? 5], [undefined, undefined, 5])
  order.note ??= 'none'
  order.count ||= 1
  order.note &&= 'some'
  equal([order.note, order.count], ['some', 1])
})

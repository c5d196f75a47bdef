import { equal, rejects, script, throws } from '../check'

enum Size { Small = 1, Large }
const enum Flag { On = 'on' }
namespace Shop { export const open = true }
type Line = { sku: string; amount: number }
interface Order<T extends Line = Line> { lines: readonly T[] }
abstract class Shape {
  constructor(protected readonly side: number, private label?: string) {}
  abstract area(): number
  describe(): string { return `${this.label ?? 'shape'} of ${this.area()}` }
}
class Square extends Shape { override area() { return this.side ** 2 } }
function total(order: Order): number
function total(order: Order, factor: number): number
function total(order: Order, factor = 1) { return order.lines.reduce((sum, line) => sum + line.amount, 0) * factor }

export default script(() => {
  equal([Size.Large, Size[1], Flag.On, Shop.open], [2, 'Small', 'on', true])
  equal(new Square(3, 'square').describe(), 'square of 9')
  const order = { lines: [{ sku: 'tea', amount: 2 }] } satisfies Order
  equal([total(order), total(order as Order, 2), order.lines[0]!.sku], [2, 4, 'tea'])
  const colours = ['red', 'green'] as const
  type Colour = (typeof colours)[number]
  equal(colours[1] satisfies Colour, 'green')
})

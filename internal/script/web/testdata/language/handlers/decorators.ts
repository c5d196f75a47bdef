import { equal, rejects, script, throws } from '../check'

const log: string[] = []
const traced = <T extends (...args: any[]) => any>(method: T, context: ClassMethodDecoratorContext) =>
  function (this: unknown, ...args: Parameters<T>) {
    log.push(String(context.name))
    return method.apply(this, args)
  } as T
const doubled = (_: undefined, _context: ClassFieldDecoratorContext) => (value: number) => value * 2

class Shop {
  @doubled price = 4
  @traced sell(count: number) { return count * this.price }
}

export default script(() => {
  equal([new Shop().sell(2), log], [16, ['sell']])
})

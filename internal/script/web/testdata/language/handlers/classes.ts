import { equal, rejects, script, throws } from '../check'

class Money {
  static #made = 0
  static zero: Money
  readonly currency = 'EUR'
  #cents: number
  static { Money.zero = new Money(0) }
  constructor(cents: number) {
    this.#cents = cents
    Money.#made++
  }
  static get made() { return Money.#made }
  get cents() { return this.#cents }
  #plus(other: Money) { return new Money(this.#cents + other.#cents) }
  add(other: Money) { return this.#plus(other) }
  static is(value: object) { return #cents in value }
}

class Stack<T> extends Array<T> {
  get top() { return this.at(-1) }
  override toString() { return `stack of ${this.length}` }
}

export default script(() => {
  equal(new Money(5).add(new Money(7)).cents, 12)
  equal(Money.made, 4)
  equal([Money.is(Money.zero), Money.is({})], [true, false])
  const stack = new Stack<number>()
  stack.push(1, 2)
  equal([stack.top, `${stack}`, stack.map((x) => x * 2) instanceof Stack], [2, 'stack of 2', true])
  equal(new (class { static name = 'Mine' })().constructor.name, 'Mine')
})

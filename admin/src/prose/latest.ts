/** What an editor that lives on calls: always as it is now. */
export class Latest<T> {
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get now(): T {
    return this.#value;
  }

  is(value: T): void {
    this.#value = value;
  }
}

// What the scripts of handlers/ check with. A script is a handler: it gives how many
// checks it made, and throws at the first that fails.
let count = 0

const text = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (Array.isArray(value)) return `[${Array.from(value, text).join(', ')}]`
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${text([...value])}`
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} ${text([...(value as Uint8Array)])}`
  if (typeof value === 'object' && value !== null) return `{${Object.entries(value).map(([k, v]) => `${k}: ${text(v)}`).join(', ')}}`
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** equal compares what two values look like. */
export const equal = (got: unknown, want: unknown) => {
  count++
  if (text(got) !== text(want)) throw new Error(`check ${count}: got ${text(got)}, want ${text(want)}`)
}

/** throws calls a function, which must throw an error of that name; it gives the error. */
export const throws = (call: () => unknown, name: string): any => {
  try {
    call()
  } catch (error) {
    equal((error as Error).name, name)
    return error
  }
  throw new Error(`check ${count + 1}: nothing was thrown, want ${name}`)
}

/** rejects is throws for a promise. */
export const rejects = async (promise: Promise<unknown>, name: string): Promise<any> => {
  let reason: unknown
  try {
    await promise
  } catch (error) {
    reason = error
  }
  return throws(() => { if (reason !== undefined) throw reason }, name)
}

/** script makes a handler of checks. */
export const script = (checks: (input: any, ctx: any) => unknown) => async (input: unknown, ctx: unknown) => {
  count = 0
  await checks(input, ctx)
  return count
}

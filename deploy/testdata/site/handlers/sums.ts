export const add = (input: { a: number; b: number }) => ({ sum: input.a + input.b })

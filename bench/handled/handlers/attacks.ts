/** loop never ends. */
export const loop = () => {
  for (;;);
}

/** match tries more ways than there is time for. */
export const match = () => /(x+x+)+y/.test('x'.repeat(100))

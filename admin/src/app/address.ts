/** A text in an address. The router reads `7` there as a number, which is still what somebody wrote. */
export function textIn(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

/** Those of some names that are there as texts. */
export function textsIn<K extends string>(search: Record<string, unknown>, names: readonly K[]): { [N in K]?: string } {
  const given = names.flatMap((name) => {
    const text = textIn(search[name]);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(given) as { [N in K]?: string };
}

/** The collections of some entries, each once, in their order. */
export function collectionsOf(entries: readonly { collection: string }[]): string[] {
  return [...new Set(entries.map(({ collection }) => collection))];
}

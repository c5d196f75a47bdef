import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

/** The modules that a module names, types included: `../forms/Form` and the like, from here. */
function named(path: string, text: string): string[] {
  const from = new URL(path, 'file:///src/app/');
  return Array.from(text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g), ([, name]) => new URL(name ?? '', from).pathname)
    .flatMap((name) => [name, `${name}.ts`, `${name}.tsx`])
    .filter((name) => modules.has(name));
}

const modules = new Map(Object.entries(sources).map(([path, text]) => [new URL(path, 'file:///src/app/').pathname, { path, text }]));
const graph = new Map([...modules].map(([name, { path, text }]) => [name, named(path, text)]));

/** The modules that lead back to themselves. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = (start: string) => {
    const seen = new Set<string>();
    const visit = (name: string) => imports.get(name)?.forEach((each) => {
      if (seen.has(each)) return;
      seen.add(each);
      visit(each);
    });
    visit(start);
    return seen;
  };
  return [...imports.keys()].filter((name) => reached(name).has(name)).sort();
}

it('circles are found', () => {
  expect(circles(new Map([['a', ['b']], ['b', ['c']], ['c', []]]))).toEqual([]);
  expect(circles(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']], ['d', []]]))).toEqual(['b', 'c']);
});

it('no modules import each other in a circle, not even types', () => {
  expect(graph.size).toBeGreaterThan(200);
  expect(circles(graph)).toEqual([]);
});

import type { Text } from '../api/types.gen';
import { isObject } from '../values/data';
import { branchOf } from './branches';
import { resolved, type Shape } from './shape';

/** The words that tell an item from the others, while it is folded: its kind where there are several, and what names it. */
export function summaryOf(value: unknown, given: Shape, root: Shape, text: (title: Text | undefined) => string): string {
  const { oneOf = [] } = resolved(given, root);
  const branch = oneOf[branchOf(oneOf, value, root)];
  return [branch && text(resolved(branch, root).title), wordsIn(value, branch, root)].filter(Boolean).join(' · ');
}

/** The constants of a kind are said by its title. */
function wordsIn(value: unknown, branch: Shape | undefined, root: Shape): string {
  if (!isObject(value)) return isShort(value) ? String(value) : '';
  const constant = (name: string) => 'const' in resolved((branch && resolved(branch, root).properties?.[name]) ?? {}, root);
  const named = ['title', 'name', 'label', 'slug', 'sku', 'id'].map((name) => value[name]).find(isShort);
  const shown = named === undefined ? Object.entries(value).filter(([name, each]) => isShort(each) && !constant(name)).map(([, each]) => each).slice(0, 2) : [named];
  return shown.map(String).join(' · ');
}

const isShort = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number';

import { isObject } from '../values/data';


/** The words that tell an item from the others, while it is folded. */
export function summaryOf(value: unknown): string {
  if (!isObject(value)) return isShort(value) ? String(value) : '';
  const named = ['title', 'name', 'label', 'slug', 'sku', 'id'].map((name) => value[name]).find(isShort);
  const shown = named === undefined ? Object.values(value).filter(isShort).slice(0, 2) : [named];
  return shown.map(String).join(' · ');
}

const isShort = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number';

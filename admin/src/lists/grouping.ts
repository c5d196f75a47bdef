import { isLong } from '../values/data';

/**
 * Whether the numbers of a column have separators. One number alone may be a year, and has them from 10,000 up; a column with
 * a number as large as that holds no years, and its numbers are compared with each other.
 */
export function isGrouped(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === 'number' && Math.abs(value) >= 10_000 && !isLong(value));
}

import type { Operation } from '../api/types.gen';

/** Whether an operation deletes for good. Of one that the site wrote itself nobody knows. */
export const isDestructive = ({ op }: Operation) => op === 'delete';

/** In the order in which they are offered: what deletes comes last. */
export function inOffer(operations: readonly Operation[]): Operation[] {
  return [...operations.filter((each) => !isDestructive(each)), ...operations.filter(isDestructive)];
}

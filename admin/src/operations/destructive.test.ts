import { expect, test } from 'vitest';

import { inOffer, isDestructive } from './destructive';
import { operationOf } from './operation.fixture';

const discard = operationOf({}, { name: 'discard', op: 'delete' });
const read = operationOf({}, { name: 'read', op: 'update' });
const own = operationOf({}, { name: 'own' });

test('what deletes is offered last, the rest as it comes', () => {
  expect(inOffer([discard, read, own]).map((each) => each.name)).toEqual(['read', 'own', 'discard']);
  expect([discard, read, own].filter(isDestructive)).toEqual([discard]);
});

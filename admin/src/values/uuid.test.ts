import { expect, it } from 'vitest';

import { newUuid } from './uuid';

it('a UUID that is made here has its time and its version, and is no other one', () => {
  const at = Date.UTC(2026, 10, 29);
  const [one, other] = [newUuid(at), newUuid(at)];
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([parseInt(one.replace('-', '').slice(0, 12), 16), one === other, newUuid(at + 1) > one]).toEqual([at, false, true]);
});

import { expect, it } from 'vitest';

import { batched } from './batched';

it('what is wanted at once is asked for together, each once and no more than so many at a time', async () => {
  const asked: (readonly string[])[] = [];
  const load = batched((ids) => {
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => id !== 'gone').map((id) => ({ id })));
  }, 2);
  const found = await Promise.all(['a', 'b', 'a', 'gone'].map(load));
  expect(found).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'a' }, null]);
  expect(asked).toEqual([['a', 'b'], ['gone']]);
  await load('a');
  expect(asked).toHaveLength(3);
});

it('a request that fails is a failure of those it was for, and of no others', async () => {
  const load = batched((ids) => (ids.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(ids.map((id) => ({ id })))), 1);
  const [good, bad] = await Promise.allSettled(['good', 'bad'].map(load));
  expect(good).toEqual({ status: 'fulfilled', value: { id: 'good' } });
  expect(bad?.status).toBe('rejected');
});

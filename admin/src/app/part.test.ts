import { afterEach, expect, it, vi } from 'vitest';

import { part } from './part';

const missing = new TypeError('Failed to fetch dynamically imported module: https://site.example/a.js');
const service = vi.spyOn(globalThis, 'fetch');
afterEach(() => void service.mockReset());

it('a part that is there is loaded, and nobody is asked', async () => {
  await expect(part(() => Promise.resolve('page'))()).resolves.toBe('page');
  expect(service).not.toHaveBeenCalled();
});

it('where nothing answers, the service cannot be reached', async () => {
  service.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(part(() => Promise.reject(missing))()).rejects.toMatchObject({ kind: 'offline' });
});

it.each([
  ['a script', missing],
  ['a style sheet', new Error('Unable to preload CSS for /a.css')],
])('after an upgrade, %s that is gone is what the router loads anew for', async (_, error) => {
  service.mockResolvedValue(new Response());
  await expect(part(() => Promise.reject(error))()).rejects.toThrow(/^Failed to fetch dynamically imported module/);
});

it('what fails by itself is told as it is', async () => {
  service.mockResolvedValue(new Response());
  await expect(part(() => Promise.reject(new RangeError('deep')))()).rejects.toThrow('deep');
});

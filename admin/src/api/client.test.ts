import { afterEach, expect, it, vi } from 'vitest';

import { api } from './client';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A service that answers so far, and then nothing. */
function hanging(begun: Response | undefined): void {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return begun ? Promise.resolve({ ok: begun.ok, status: begun.status, text: () => aborted }) : aborted;
  });
}

it.each([
  ['does not come', undefined],
  ['breaks off', new Response('')],
  ['is a refusal that breaks off', new Response('', { status: 409 })],
])('an answer that %s is a lost connection after a while', async (_, begun) => {
  hanging(begun);
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const answer = api.get('/admin/api/entries/1', undefined, new AbortController().signal);
  late.abort();
  await expect(answer).rejects.toMatchObject({ kind: 'offline', status: 0 });
  expect(timeout).toHaveBeenCalledWith(75_000);
});

it('who is not asked any more is no lost connection', async () => {
  hanging(undefined);
  const left = new AbortController();
  const answer = api.get('/admin/api/entries/1', undefined, left.signal);
  left.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

it.each([
  [200, '<html>', { kind: 'broken', status: 200 }],
  [503, '<html>', { kind: 'offline', status: 503 }],
])('an answer of %d that is not of the service', async (status, text, failure) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })));
  await expect(api.get('/admin/api/entries/1')).rejects.toMatchObject(failure);
});

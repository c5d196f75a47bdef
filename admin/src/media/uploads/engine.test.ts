import { expect, it, vi } from 'vitest';

import { ApiFailure } from '../../api/failure';
import type { Asset, MediaCapability } from '../../api/types.gen';
import { Uploads, type Means } from './engine';
import type { Line } from './patience';

const asset = (id: string) => ({ id }) as Asset;
const purpose = { name: 'cover', required: ['jpeg'], maxBytes: { 'image/jpeg': 100 } };
const file = (name: string) => new File(['0123456789'], name, { type: 'image/jpeg' });
const offline = () => new ApiFailure('offline', 0, 'gone');
const now: Line = { isOnline: () => true, pause: () => Promise.resolve() };

/** A service that keeps what comes, by its address. */
function service() {
  const bytes = new Map<string, number>();
  const puts: { url: string; offset: number; size: number }[] = [];
  let groups = 0;
  const means = {
    prepare: vi.fn((given: File) => Promise.resolve([{ mimeType: given.type, role: 'primary' as const, bytes: given, done: { how: 'as-is' as const } }])),
    announce: vi.fn(() => {
      const uploadGroupId = `g${++groups}`;
      const capability: MediaCapability = { role: 'primary', mimeType: 'image/jpeg', method: 'PUT', uploadUrl: uploadGroupId, requiredHeaders: {}, resumable: true };
      return Promise.resolve({ uploadGroupId, expiresAt: 0, capabilities: [capability] });
    }),
    commit: vi.fn((group: string) => Promise.resolve(asset(group))),
    forget: vi.fn(() => Promise.resolve()),
    wire: {
      offset: vi.fn(({ uploadUrl }: MediaCapability) => Promise.resolve(bytes.get(uploadUrl) ?? 0)),
      put: vi.fn(({ uploadUrl }: MediaCapability, rest: Blob, offset: number, _: AbortSignal, progress: (sent: number) => unknown) => {
        puts.push({ url: uploadUrl, offset, size: rest.size });
        bytes.set(uploadUrl, offset + rest.size);
        progress(rest.size);
        return Promise.resolve();
      }),
    },
    line: now,
    together: () => 8,
  } satisfies Means;
  return { means, bytes, puts };
}

const states = (uploads: Uploads) => uploads.snapshot().map(({ state }) => state);

it('files become assets', async () => {
  const { means } = service();
  const uploads = new Uploads(means);
  const handles = uploads.add([file('a.jpg'), file('b.jpg')], { purpose });
  expect(await Promise.all(handles.map((each) => each.asset))).toEqual([asset('g1'), asset('g2')]);
  expect(uploads.snapshot()).toMatchObject([
    { filename: 'a.jpg', state: 'done', sent: 10, total: 10 },
    { filename: 'b.jpg', state: 'done' },
  ]);
});

it('what was cut goes on from where the service has it', async () => {
  const { means, bytes, puts } = service();
  means.wire.put.mockImplementationOnce(({ uploadUrl }) => {
    bytes.set(uploadUrl, 4);
    return Promise.reject(offline());
  });
  const [handle] = new Uploads(means).add([file('a.jpg')], { purpose });
  expect(await handle?.asset).toEqual(asset('g1'));
  expect(puts).toEqual([{ url: 'g1', offset: 4, size: 6 }]);
  expect(means.announce).toHaveBeenCalledTimes(1);
});

it('without a network an upload waits, however long, and says so', async () => {
  const { means } = service();
  let failures = 20;
  means.wire.put.mockImplementation(() => (failures-- > 0 ? Promise.reject(offline()) : Promise.resolve()));
  const seen: boolean[] = [];
  const uploads: Uploads = new Uploads({ ...means, line: { isOnline: () => false, pause: () => Promise.resolve(void seen.push(uploads.snapshot()[0]?.stalled ?? false)) } });
  const [handle] = uploads.add([file('a.jpg')], { purpose });
  expect(await handle?.asset).toEqual(asset('g1'));
  expect(seen).toEqual(Array.from({ length: 20 }, () => true));
  expect(uploads.snapshot()[0]?.stalled).toBe(false);
});

it('what fails for good can be tried again, and is not made or sent twice', async () => {
  const { means, puts } = service();
  means.commit.mockRejectedValueOnce(new ApiFailure('refused', 507, 'full'));
  const uploads = new Uploads(means);
  const [handle] = uploads.add([file('a.jpg')], { purpose });
  await vi.waitFor(() => expect(states(uploads)).toEqual(['failed']));
  uploads.retry(handle?.id ?? '');
  expect(await handle?.asset).toEqual(asset('g1'));
  expect(means.prepare).toHaveBeenCalledTimes(1);
  expect(puts).toHaveLength(1);
});

it('an upload that the service no longer knows begins anew, once', async () => {
  const { means } = service();
  means.commit.mockRejectedValueOnce(new ApiFailure('refused', 410, 'expired'));
  const [handle] = new Uploads(means).add([file('a.jpg')], { purpose });
  expect(await handle?.asset).toEqual(asset('g2'));
  means.commit.mockRejectedValue(new ApiFailure('refused', 410, 'expired'));
  const uploads = new Uploads(means);
  uploads.add([file('b.jpg')], { purpose });
  await vi.waitFor(() => expect(states(uploads)).toEqual(['failed']));
  expect(means.announce).toHaveBeenCalledTimes(4);
});

it('one that is cancelled stops, and the service hears of it', async () => {
  const { means } = service();
  means.wire.put.mockImplementation((_, __, ___, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))));
  const uploads = new Uploads(means);
  const [handle] = uploads.add([file('a.jpg')], { purpose });
  await vi.waitFor(() => expect(states(uploads)).toEqual(['uploading']));
  uploads.cancel(handle?.id ?? '');
  expect(await handle?.asset).toBeNull();
  expect(states(uploads)).toEqual(['cancelled']);
  expect(means.forget).toHaveBeenCalledExactlyOnceWith('g1');
});

it('a few are sent at once, one is prepared at a time, and those that wait can be cancelled', async () => {
  const { means } = service();
  let preparing = 0;
  let mostPreparing = 0;
  const ends: (() => void)[] = [];
  const prepare: Means['prepare'] = async (given) => {
    mostPreparing = Math.max(mostPreparing, ++preparing);
    await Promise.resolve();
    preparing--;
    return means.prepare(given);
  };
  means.wire.put.mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
  const uploads = new Uploads({ ...means, prepare, together: () => 2 });
  const handles = uploads.add(['a', 'b', 'c', 'd'].map(file), { purpose });
  await vi.waitFor(() => expect(states(uploads)).toEqual(['uploading', 'uploading', 'waiting', 'waiting']));
  uploads.cancel(handles[2]?.id ?? '');
  ends.splice(0).forEach((end) => end());
  await vi.waitFor(() => expect(states(uploads)).toEqual(['done', 'done', 'cancelled', 'uploading']));
  expect(mostPreparing).toBe(1);
});

it('whoever waits for one that failed and was taken away hears that there is none', async () => {
  const { means } = service();
  means.announce.mockRejectedValue(new ApiFailure('refused', 403, 'no'));
  const uploads = new Uploads(means);
  const [handle] = uploads.add([file('a.jpg')], { purpose });
  await vi.waitFor(() => expect(states(uploads)).toEqual(['failed']));
  uploads.dismiss();
  expect(await handle?.asset).toBeNull();
  expect(uploads.snapshot()).toEqual([]);
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api } from '../api/client';
import { PresenceStream } from './stream';

class Source extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static last: Source | undefined;
  readyState = 1;
  constructor() {
    super();
    Source.last = this;
  }
  close(): void {
    this.readyState = 2;
  }
}

let block = 'a';
let stream: PresenceStream;
const post = vi.spyOn(api, 'post').mockResolvedValue({ here: true });
const said = () => post.mock.calls.map(([, body]) => body);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  post.mockClear();
  block = 'a';
  stream = new PresenceStream({ collection: 'posts', id: 'p', language: 'en' }, { people: vi.fn(), changed: vi.fn(), commented: vi.fn(), timed: vi.fn() }, (field) => (field === '/body' ? block : ''));
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('who goes through a text costs one word in two seconds, and none where they stay in a block', () => {
  stream.enter('/title');
  stream.enter('/body');
  vi.advanceTimersByTime(500);
  expect(said()).toMatchObject([{ field: '/body', block: 'a', typing: false, unsaved: null }]);
  for (let i = 0; i < 100; i++) {
    block = `b${i}`;
    stream.move();
    vi.advanceTimersByTime(100);
  }
  expect(said().length).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(2000);
  expect(said().at(-1)).toMatchObject({ block: 'b99' });
  post.mockClear();
  for (let i = 0; i < 50; i++) {
    stream.move();
    vi.advanceTimersByTime(100);
  }
  expect(said()).toEqual([]);
});

it('who types says where, no more often than that they type', () => {
  stream.enter('/body');
  vi.advanceTimersByTime(500);
  post.mockClear();
  for (let i = 0; i < 60; i++) {
    block = `b${i}`;
    stream.type('/body');
    stream.move();
    vi.advanceTimersByTime(100);
  }
  expect(said().length).toBeLessThanOrEqual(7);
  expect(said().every((each) => (each as { block: string }).block.startsWith('b'))).toBe(true);
});

it('in another field nobody is in a block', () => {
  stream.enter('/title');
  stream.move();
  vi.advanceTimersByTime(3000);
  expect(said()).toMatchObject([{ field: '/title', block: '' }]);
});

it('what is not saved is said once, until it is, and again where the connection was lost', () => {
  stream.wait({ field: '/body', block: 'c' });
  stream.wait({ field: '/body', block: 'c' });
  expect(said()).toMatchObject([{ unsaved: { field: '/body', block: 'c' } }]);
  Source.last?.dispatchEvent(new Event('open'));
  expect(said()).toHaveLength(2);
  stream.wait(null);
  expect(said().at(-1)).toMatchObject({ unsaved: null });
});

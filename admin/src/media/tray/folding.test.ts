// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Upload, UploadState } from '../uploads/upload';
import { rest, restAsking, useFolding } from './folding';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const uploads = (...states: UploadState[]) => states.map((state, i) => ({ id: `upload-${i}`, state }) as Upload);
const leave = vi.fn();
const shown = (...states: UploadState[]) => renderHook((given: readonly Upload[]) => useFolding(given, false, leave), { initialProps: uploads(...states) });
const doing = (what: () => void) => act(what);
const wait = (time = rest) => doing(() => void vi.advanceTimersByTime(time + 1));

it.each<[string, UploadState[], boolean]>([
  ['all are done', ['done', 'done'], false],
  ['one was cancelled', ['done', 'cancelled'], false],
  ['one still runs', ['done', 'uploading'], true],
  ['one failed', ['done', 'failed'], true],
])('after a rest, when %s', (_, states, open) => {
  const { result } = shown(...states);
  expect(result.current.open).toBe(true);
  wait();
  expect(result.current.open).toBe(open);
});

it('what is folded opens for what fails, and stays open', () => {
  const { result, rerender } = shown('done', 'uploading');
  doing(() => result.current.toggle());
  expect(result.current.open).toBe(false);
  rerender(uploads('done', 'failed'));
  expect(result.current.open).toBe(true);
  wait();
  expect(result.current.open).toBe(true);
  doing(() => result.current.toggle());
  expect(result.current.open).toBe(false);
});

it('nothing folds while somebody is in it', () => {
  const { result } = shown('done');
  doing(() => result.current.hold(true));
  wait();
  expect(result.current.open).toBe(true);
  doing(() => result.current.hold(false));
  wait();
  expect(result.current.open).toBe(false);
});

it('what somebody opens again stays open', () => {
  const { result } = shown('done');
  wait();
  doing(() => result.current.toggle());
  wait();
  expect(result.current.open).toBe(true);
});

it('what asks something stays open longer', () => {
  const { result } = renderHook(() => useFolding(uploads('done'), true, leave));
  wait();
  expect(result.current.open).toBe(true);
  wait(restAsking);
  expect(result.current.open).toBe(false);
});

it('the line goes a while after that, once nothing is asked, and nobody is in it or has opened it again', () => {
  leave.mockReset();
  const { result, rerender } = renderHook(({ asks }) => useFolding(uploads('done'), asks, leave), { initialProps: { asks: true } });
  wait(restAsking);
  wait();
  expect(leave).not.toHaveBeenCalled();
  rerender({ asks: false });
  doing(() => result.current.toggle());
  wait();
  expect(leave).not.toHaveBeenCalled();
  doing(() => result.current.toggle());
  doing(() => result.current.hold(true));
  wait();
  expect(leave).not.toHaveBeenCalled();
  doing(() => result.current.hold(false));
  wait();
  expect(leave).toHaveBeenCalledOnce();
});

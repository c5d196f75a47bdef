// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { useSelecting } from './useSelecting';

it('who has done selecting has no row selected', () => {
  const { result } = renderHook(useSelecting);
  act(() => result.current.begin());
  act(() => result.current.select({ kettle: true }));
  expect(result.current.on).toBe(true);
  act(() => result.current.end());
  expect([result.current.on, result.current.selection]).toEqual([false, {}]);
});

it('some stay selected, and none of them is the end', () => {
  const { result } = renderHook(useSelecting);
  act(() => result.current.begin());
  act(() => result.current.select({ kettle: true, cup: true }));
  act(() => result.current.keep(['cup']));
  expect(result.current.selection).toEqual({ cup: true });
  act(() => result.current.keep([]));
  expect([result.current.on, result.current.selection]).toEqual([false, {}]);
});

it('rows are being selected once one is, however it was', () => {
  const { result } = renderHook(useSelecting);
  expect(result.current.on).toBe(false);
  act(() => result.current.select({ kettle: true }));
  expect(result.current.on).toBe(true);
});

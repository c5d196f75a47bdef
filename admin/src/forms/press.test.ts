// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

import { afterPress } from './press';

it('without a press nothing waits', () => {
  const work = vi.fn();
  afterPress(work);
  expect(work).toHaveBeenCalledOnce();
});

it.each(['pointerup', 'pointercancel'])('what a press brings about comes after its click, once: %s', (end) => {
  vi.useFakeTimers();
  const work = vi.fn();
  window.dispatchEvent(new Event('pointerdown'));
  afterPress(work);
  expect(work).not.toHaveBeenCalled();
  window.dispatchEvent(new Event(end));
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  window.dispatchEvent(new Event(end));
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

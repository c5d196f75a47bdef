// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { rowPress } from './rowPress';

const select = vi.fn();
const open = vi.fn();

function show(taps: boolean) {
  render(
    <table>
      <tbody>
        <tr {...rowPress(select, taps)} onClick={open}>
          <td>
            <a href="#there">Kettle</a> <input type="checkbox" aria-label="Select" />
          </td>
        </tr>
      </tbody>
    </table>,
  );
}

const link = () => screen.getByRole('link');
const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  select.mockClear();
  open.mockClear();
});

it('a finger that rests on a row selects it, and opens nothing', () => {
  show(false);
  fireEvent.pointerDown(link(), touch);
  vi.advanceTimersByTime(600);
  fireEvent.pointerUp(link());
  fireEvent.click(link());
  expect([select.mock.calls.length, open.mock.calls.length]).toEqual([1, 0]);
  fireEvent.pointerDown(link(), touch);
  fireEvent.pointerUp(link());
  fireEvent.click(link());
  expect(open).toHaveBeenCalledOnce();
});

it.each([
  ['that scrolls', () => fireEvent.pointerMove(link(), { clientX: 10, clientY: 40 })],
  ['that the browser takes over', () => fireEvent.pointerCancel(link())],
  ['that taps', () => fireEvent.pointerUp(link())],
])('a finger %s selects nothing', (_, then) => {
  show(false);
  fireEvent.pointerDown(link(), touch);
  then();
  vi.advanceTimersByTime(600);
  expect(select).not.toHaveBeenCalled();
});

it('a mouse that rests selects nothing', () => {
  show(false);
  fireEvent.pointerDown(link(), { ...touch, pointerType: 'mouse' });
  vi.advanceTimersByTime(600);
  expect(select).not.toHaveBeenCalled();
});

it('while rows are selected a tap selects, and a box keeps its own', () => {
  show(true);
  fireEvent.click(link());
  expect([select.mock.calls.length, open.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('checkbox'));
  expect(select).toHaveBeenCalledOnce();
});

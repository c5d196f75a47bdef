// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { rowPointer } from './rowPointer';

const open = vi.fn();
const beside = vi.spyOn(window, 'open').mockReturnValue(null);
const address = 'https://site.example/admin/c/posts/1';

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(linked = true): HTMLElement {
  render(
    <table>
      <tbody>
        <tr {...rowPointer(open)}>
          <td>{linked ? <a href={address}>Water</a> : 'Water'}</td>
          <td>note</td>
          <td>
            <button type="button">Edit</button>
          </td>
        </tr>
      </tbody>
    </table>,
  );
  return screen.getByText('note');
}

it.each([
  ['a click', () => fireEvent.click(show()), 1, 0],
  ['one with Ctrl', () => fireEvent.click(show(), { ctrlKey: true }), 0, 1],
  ['one with ⌘', () => fireEvent.click(show(), { metaKey: true }), 0, 1],
  ['the middle button', () => fireEvent(show(), new MouseEvent('auxclick', { button: 1, bubbles: true })), 0, 1],
  ['the right button', () => fireEvent(show(), new MouseEvent('auxclick', { button: 2, bubbles: true })), 0, 0],
  ['Ctrl on a row without a link', () => fireEvent.click(show(false), { ctrlKey: true }), 1, 0],
])('%s', (_, act, here, elsewhere) => {
  act();
  expect(open).toHaveBeenCalledTimes(here);
  expect(beside).toHaveBeenCalledTimes(elsewhere);
});

it('text that was dragged over is copied, and opens nothing', () => {
  const note = show();
  window.getSelection()?.selectAllChildren(note);
  fireEvent.click(note);
  expect(open).not.toHaveBeenCalled();
});

it('a press that began on a control is not the row’s where it ends beside it, and the next one is', () => {
  const note = show();
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Edit' }));
  fireEvent.click(note);
  expect(open).not.toHaveBeenCalled();
  fireEvent.mouseDown(note);
  fireEvent.click(note);
  expect(open).toHaveBeenCalledOnce();
});

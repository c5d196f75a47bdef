// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { withoutTables } from './html';

it('a pasted table becomes a paragraph for each row', () => {
  const table = '<table><thead><tr><th>Tea</th><th>Water</th></tr></thead><tbody><tr><td><b>Sencha</b></td><td> 70° </td></tr></tbody></table>';
  expect(withoutTables(`<p>Before</p>${table}<p>After</p>`)).toBe('<p>Before</p><p>Tea | Water</p><p>Sencha | 70°</p><p>After</p>');
});

it('a text without one stays as it is', () => {
  expect(withoutTables('<p>a <em>b</em></p>')).toBe('<p>a <em>b</em></p>');
});

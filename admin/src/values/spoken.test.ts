// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

import { spoken } from './spoken';

type Case = [hint: string, text: string, says: string, lines?: string];

const cases = JSON.parse(readFileSync('../internal/content/testdata/spoken.json', 'utf8')) as Case[];

it.each(cases)('%s %j says %j first, behind so many lines: %s', (hint, text, says, lines = '0') => {
  expect(spoken(hint ? { 'x-mcp-hint': hint } : {}, '\n'.repeat(Number(lines)) + text)).toBe(says);
});

it('HTML is read once, however many lines it has', () => {
  const read = vi.spyOn(DOMParser.prototype, 'parseFromString');
  expect(spoken({ 'x-mcp-hint': 'richtext' }, `${'<p></p>'.repeat(200)}<p>Tea</p>`)).toBe('Tea');
  expect(read).toHaveBeenCalledOnce();
});

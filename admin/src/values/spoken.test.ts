// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { spoken } from './spoken';

const cases = JSON.parse(readFileSync('../internal/content/testdata/spoken.json', 'utf8')) as [hint: string, text: string, says: string][];

it.each(cases)('%s %j says %j first', (hint, text, says) => {
  expect(spoken(hint ? { 'x-mcp-hint': hint } : {}, text)).toBe(says);
});

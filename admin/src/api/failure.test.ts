import { expect, it } from 'vitest';

import { address } from './client';
import { failureOf, pointerOf } from './failure';

it.each([
  ['data#/tags/0', ['tags', '0']],
  ['input#/a~1b/~0c', ['a/b', '~c']],
  ['data#', []],
  ['data#/', ['']],
  ['route:/x', []],
  ['', []],
])('%s points at %j', (path, segments) => {
  expect(pointerOf(path)).toEqual(segments);
});

const diagnostic = { code: 'FORBIDDEN', phase: 'runtime', severity: 'error', path: 'input#', message: 'No.' };

it.each([
  [403, { ok: false, diagnostic, minimumRole: 'owner' }, { kind: 'refused', code: 'FORBIDDEN', minimumRole: 'owner' }],
  [503, { error: 'setup_incomplete', message: 'AUTH_SECRET' }, { kind: 'setup', message: 'AUTH_SECRET' }],
  [502, '<html>', { kind: 'broken', status: 502 }],
  [500, null, { kind: 'broken', status: 500 }],
] as const)('%d %j', (status, body, failure) => {
  expect(failureOf(status, body)).toMatchObject(failure);
});

it('an address leaves out what is empty', () => {
  expect(address('/a', { b: '', c: undefined, d: 0, 'filter.x': 'y z' })).toBe('/a?d=0&filter.x=y+z');
});

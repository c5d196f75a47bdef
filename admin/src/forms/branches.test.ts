import { expect, it } from 'vitest';

import { branchOf, inBranch } from './branches';
import type { Shape } from './shape';

const person: Shape = { type: 'object', required: ['kind'], properties: { kind: { const: 'person' }, name: { type: 'string' } } };
const firm: Shape = { type: 'object', required: ['kind'], properties: { kind: { const: 'firm' }, name: { type: 'string' }, number: { type: 'string' } } };
const root: Shape = { $defs: { firm } };
const branches: Shape[] = [person, { $ref: '#/$defs/firm' }, { type: 'string' }];

it.each([
  [{ kind: 'person' }, 0],
  [{ kind: 'firm', name: 'x' }, 1],
  [{ number: '1' }, -1], // it would be a firm, but says nothing of the kind
  ['text', 2],
  [{ kind: 'nobody' }, -1],
  [7, -1],
  [undefined, -1],
  [null, -1],
])('%j is meant for branch %i', (value, branch) => {
  expect(branchOf(branches, value, root)).toBe(branch);
});

it('another branch takes what it has too, and its constants', () => {
  expect(inBranch({ kind: 'firm', name: 'x', number: '1' }, person, {}, root)).toEqual({ kind: 'person', name: 'x' });
  expect(inBranch(undefined, { $ref: '#/$defs/firm' }, {}, root)).toEqual({ kind: 'firm' });
  expect(inBranch({ kind: 'person' }, { type: 'string' }, {}, root)).toBeUndefined();
});

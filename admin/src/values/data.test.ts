import { describe, expect, it } from 'vitest';

import { applied, patchOf } from './data';

describe('a patch names what differs', () => {
  it.each([
    ['nothing', { a: 1 }, { a: 1 }, {}],
    ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 3 }],
    ['what is new', {}, { a: 'x' }, { a: 'x' }],
    ['what was removed, as null', { a: 'x' }, {}, { a: null }],
    ['what became undefined, as null', { a: 'x' }, { a: undefined }, { a: null }],
    ['undefined is no property', {}, { a: undefined }, {}],
    ['what became null', { a: 'x' }, { a: null }, { a: null }],
    ['a nested object, whole', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { b: 1, c: 3 } }],
    ['an array, whole', { a: [1, 2, 3] }, { a: [1, 3] }, { a: [1, 3] }],
    ['the order of an array', { a: [1, 2] }, { a: [2, 1] }, { a: [2, 1] }],
    ['not the order of members', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, {}],
    ['an array is no object', { a: [] }, { a: {} }, { a: {} }],
    ['false and 0 are values', { a: true, b: 1 }, { a: false, b: 0 }, { a: false, b: 0 }],
  ])('%s', (_, base, value, patch) => {
    expect(patchOf(base, value)).toEqual(patch);
    expect(applied(patch, base)).toEqual(Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)));
  });
});

it('null in a patch removes, and leaves alone what the data had as null', () => {
  expect(applied({ a: null, c: 3 }, { a: 1, b: null })).toEqual({ b: null, c: 3 });
});

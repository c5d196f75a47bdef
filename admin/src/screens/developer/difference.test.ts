import { expect, it } from 'vitest';

import { differences } from './difference';

it('names each property that differs, those of an entry by their path', () => {
  const before = { status: 'draft', data: { name: 'Tin', tags: ['a'] } };
  const after = { status: 'published', data: { name: 'Tin', tags: ['a', 'b'], price: 0 } };
  expect(differences(before, after)).toEqual([
    { field: 'status', before: 'draft', after: 'published' },
    { field: 'data.tags', before: '[\n  "a"\n]', after: '[\n  "a",\n  "b"\n]' },
    { field: 'data.price', before: undefined, after: '0' },
  ]);
});

it.each([
  ['a creation', null, { title: 'x' }, [{ field: 'title', before: undefined, after: 'x' }]],
  ['a deletion', { title: 'x' }, null, [{ field: 'title', before: 'x', after: undefined }]],
  ['a change without properties', null, null, []],
  ['an empty text, which is not nothing', { title: '' }, { title: null }, [{ field: 'title', before: '', after: undefined }]],
])('%s', (_, before, after, wanted) => {
  expect(differences(before, after)).toEqual(wanted);
});

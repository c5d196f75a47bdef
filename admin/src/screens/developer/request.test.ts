import { expect, it } from 'vitest';

import { namesInPath, requestOf } from './request';

it.each([
  ['a View', 'GET', '/api/views/posts', { tag: 'tea & cake', page: 2, by: undefined }, { path: '/api/views/posts?tag=tea+%26+cake&page=2&by=', body: undefined }],
  ['a View without params', 'GET', '/api/views/posts', {}, { path: '/api/views/posts', body: undefined }],
  ['a Trigger', 'POST', '/api/posts', { a: 1, b: [true] }, { path: '/api/posts', body: { a: 1, b: [true] } }],
  ['a path with names', 'PUT', '/api/{shelf}/{id}', { id: 'a/b', shelf: 7, note: 'x' }, { path: '/api/7/a%2Fb', body: { note: 'x' } }],
])('%s', (_, method, path, values, want) => {
  expect(requestOf(method, path, values)).toEqual({ method, ...want });
});

it('names in a path', () => {
  expect(namesInPath('/api/{shelf}/{id}/close')).toEqual(['shelf', 'id']);
});

import { expect, it } from 'vitest';

import { destination } from './destination';

it.each([
  [undefined, '/admin'],
  ['/c/posts?q=tea', '/admin/c/posts?q=tea'],
  ['/admin/c/posts', '/admin/c/posts'],
  ['/admin', '/admin'],
  ['/sign-in?to=%2F', '/admin'],
  ['/administrators', '/admin/administrators'],
  ['//elsewhere.example', '/admin'],
  ['/\\elsewhere.example', '/admin'],
  ['/\t/elsewhere.example', '/admin'],
  ['https://elsewhere.example', '/admin'],
  ['javascript:alert(1)', '/admin'],
])('%s leads to %s', (to, path) => {
  expect(destination(to)).toBe(path);
});

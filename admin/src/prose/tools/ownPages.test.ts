import { expect, it } from 'vitest';

import { published } from './ownPages';

it.each([
  ['/en/posts/water', '/en/posts/water'],
  ['/en/posts/water?preview=1', '/en/posts/water'],
  ['/read?post=water&preview=1', '/read?post=water'],
  ['/read?preview=1&post=water#top', '/read?post=water#top'],
  ['https://tea.example/water?preview=1', 'https://tea.example/water'],
  ['/read?preview=12', '/read?preview=12'],
])('the address of %s for readers is %s', (page, address) => {
  expect(published(page)).toBe(address);
});

import { expect, it } from 'vitest';

import type { Console, PageRoute } from '../../api/types.gen';
import { interfacesOf, isFound } from './interfaces';

const entry: PageRoute = {
  method: 'GET', path: '/:locale/posts/:slug', kind: 'entry', collection: 'posts', template: 'post.html', theme: false,
  locales: ['en', 'zh-TW'], cache: 'public, max-age=0, s-maxage=300',
};
const robots: PageRoute = { ...entry, path: '/robots.txt', kind: 'robots', collection: null, template: null, locales: [] };
const none = { schemas: [], views: [], procedures: [], triggers: [], relations: [], diagnostics: [], fingerprint: '', queue: { pending: 0, dead: 0 } };
const console: Console = { ...none, interfaces: { http: [], mcp: [], pages: [entry, robots] } };
const { pages } = interfacesOf(console, 'https://tea.example', 'https://tea.example/mcp');

it('a page is for anybody, and its example is in a language that it has', () => {
  expect(pages[0]).toMatchObject({ audience: 'anybody', runs: 'Schema/posts', page: entry, call: { path: '/en/posts/:slug' } });
  expect(pages[1]).toMatchObject({ runs: undefined, call: { path: '/robots.txt' } });
});

it('a page is found by its path, its collection and its template', () => {
  const found = (term: string) => pages.filter((each) => isFound(each, term)).map((each) => each.name);
  expect(found('posts/')).toEqual(['/:locale/posts/:slug']);
  expect(found('Schema/posts')).toEqual(['/:locale/posts/:slug']);
  expect(found('post.html')).toEqual(['/:locale/posts/:slug']);
  expect(found('txt')).toEqual(['/robots.txt']);
});

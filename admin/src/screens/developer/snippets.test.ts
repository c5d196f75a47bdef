import { expect, it } from 'vitest';

import type { Interface } from './interfaces';
import { inTypeScript } from './literal';
import { codeOf } from './snippets';

const base: Omit<Interface, 'call'> = {
  key: '', method: 'GET', name: '', title: '', description: '', runs: undefined, declaredBy: undefined, requires: { all: [], guard: null },
  audience: 'anybody', role: null, input: null, output: null, credential: 'none', deletes: false, page: null,
};
const origin = 'https://tea.example';
const view: Interface = { ...base, call: { by: 'http', method: 'GET', origin, path: '/api/views/new-books', client: { of: 'views', name: 'newBooks', params: true } } };
const lend: Interface = { ...base, method: 'POST', credential: 'cookie', call: { by: 'http', method: 'POST', origin, path: '/api/loans', client: { of: 'procedures', name: 'lend', params: true } } };
const report: Interface = { ...base, credential: 'cookie', call: { by: 'http', method: 'GET', origin, path: '/admin/api/views/1st', client: { of: 'views', name: '1st', params: false } } };
const tool: Interface = { ...base, credential: 'token', call: { by: 'mcp', url: `${origin}/mcp`, tool: 'lend', surface: 'public' } };

it('a View in TypeScript: params apart from paging', () => {
  expect(codeOf('typescript', view, { kind: "it's", show: 2 })).toContain("site.views.newBooks({ params: { kind: 'it\\'s' }, show: 2 })");
  expect(codeOf('typescript', view, {})).toContain('site.views.newBooks()');
});

it('a Procedure takes a token, a View of staff the cookie', () => {
  expect(codeOf('typescript', lend, { book: 'b' })).toContain('token: process.env.QUARTET_TOKEN');
  expect(codeOf('typescript', report, {})).toMatch(/staff: true, headers: \{ Cookie: .*site\.views\['1st'\]\(\)/s);
});

it('in Go: values are decoded into the types of the package', () => {
  expect(codeOf('go', view, { kind: 'novel', show: 2 })).toContain('site.Views.NewBooks.Read(ctx, params, service.Paging{Show: 2})');
  expect(codeOf('go', view, { kind: 'novel', show: 2 })).toContain('json.Unmarshal([]byte(`{"kind":"novel"}`), &params)');
  expect(codeOf('go', lend, { book: 'a`b' })).toContain('json.Unmarshal([]byte("{\\"book\\":\\"a`b\\"}"), &input)');
});

it('Go has no way to the Views of staff', () => {
  expect(codeOf('go', report, {})).toBeUndefined();
});

it('a tool in each language', () => {
  expect(codeOf('typescript', tool, { book: 'b' })).toContain("client.callTool({ name: 'lend', arguments: { book: 'b' } })");
  expect(codeOf('go', tool, { book: 'b' })).toContain('Name: "lend", Arguments: json.RawMessage(`{"book":"b"}`)');
});

it.each([
  ['a quote', "it's", "'it\\'s'"],
  ['both quotes', `"it's"`, `'"it\\'s"'`],
  ['a line', 'a\nb\u2028', "'a\\nb\u2028'"],
  ['a backslash', 'a\\"b', `'a\\\\"b'`],
  ['an object', { a: 1, 'b-c': [null, true], __proto__x: 'd' }, "{ a: 1, 'b-c': [null, true], __proto__x: 'd' }"],
  ['a hostile key', JSON.parse('{"__proto__": 1}'), "{ ['__proto__']: 1 }"],
])('%s in TypeScript', (_, value, want) => {
  expect(inTypeScript(value)).toBe(want);
});

import { expect, it } from 'vitest';

import { credentialFor, curlOf, toolCallOf } from './curl';

const everybody = { all: [], guard: null };

it('a View: params in the query', () => {
  const values = { locale: 'zh-TW', since: 1 };
  expect(curlOf({ method: 'GET', origin: 'https://tea.example', path: '/api/views/posts', values, credential: 'none' })).toBe(
    "curl 'https://tea.example/api/views/posts?locale=zh-TW&since=1'",
  );
});

it('a Trigger: what the path names is not in the body, and quotes are safe', () => {
  const values = { id: 'a/b', note: "it's" };
  expect(curlOf({ method: 'PATCH', origin: 'https://tea.example', path: '/api/notes/{id}', values, credential: 'key' })).toBe(
    `curl -X PATCH 'https://tea.example/api/notes/a%2Fb' \\
  -H "Authorization: Bearer $QUARTET_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"note":"it'\\''s"}'`,
  );
});

it('a tool: a call that needs a token', () => {
  const call = toolCallOf('https://tea.example/mcp', 'query_view_posts', {});
  expect(call).toContain(`-H "Authorization: Bearer $QUARTET_TOKEN"`);
  expect(call).toContain(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_view_posts","arguments":{}}}`);
});

it.each([
  ['nothing', everybody, false, 'none'],
  ['the session, behind sign-in', everybody, true, 'cookie'],
  ['a person', { all: [{ kind: 'ctx.user' as const }], guard: null }, false, 'cookie'],
  ['staff', { all: [{ kind: 'ctx.auth' as const }, { kind: 'ctx.staff' as const, roles: ['owner' as const] }], guard: null }, false, 'cookie'],
  ['a scope', { all: [{ kind: 'ctx.auth.scope' as const, scope: 'notes.write' }], guard: null }, false, 'key'],
])('%s', (_, requires, behindSignIn, credential) => {
  expect(credentialFor(requires, behindSignIn)).toBe(credential);
});

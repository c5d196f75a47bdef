// The script of openapi_test.go, with a client by orval.
import assert from 'node:assert/strict';
import { suggestHttp, viewPosts } from './site';

// The generated client asks for paths of the page that it runs in.
const real = globalThis.fetch;
globalThis.fetch = (path, init) => real(new URL(String(path), process.env.SITE), init);

// Read.
const first = await viewPosts({ locale: 'en', show: 2 });
assert(first.status === 200);
assert.equal(first.data.data.rows.length, 2);
const title: string = first.data.data.rows[0]!.title;
assert(title);
// @ts-expect-error there is no such locale
void (() => viewPosts({ locale: 'xx' }));

// Page.
const slugs = new Set<string>();
let cursor: string | undefined;
do {
  const page = await viewPosts({ locale: 'en', show: 2, cursor });
  assert(page.status === 200);
  for (const row of page.data.data.rows) slugs.add(row.slug);
  cursor = page.data.data.nextCursor;
} while (cursor);
assert(slugs.size > 2);

// Write.
const suggestion = { message: 'More about kettles.', email: 'orval@tea.example', subject: 'Kettles' };
const written = await suggestHttp(suggestion);
assert(written.status === 200);
const id: string = written.data.data.id;
assert(id);

// A typed error.
const twice = await suggestHttp(suggestion);
assert(twice.status === 409);
// @ts-expect-error this route never answers that
assert(twice.data.diagnostic.code !== 'MEDIA_UPLOAD_EXPIRED');
assert.equal(twice.data.diagnostic.code, 'CONFLICT');

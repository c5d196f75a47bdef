// The script of openapi_test.go, with types by openapi-typescript.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './site';

const site = createClient<paths>({ baseUrl: process.env.SITE });

// Read.
const first = await site.GET('/api/views/posts', { params: { query: { locale: 'en', show: 2 } } });
assert(first.data);
assert.equal(first.data.data.rows.length, 2);
const title: string = first.data.data.rows[0]!.title;
assert(title);
// @ts-expect-error there is no such locale
void (() => site.GET('/api/views/posts', { params: { query: { locale: 'xx' } } }));
// @ts-expect-error the param is required
void (() => site.GET('/api/views/posts', {}));

// Page.
const slugs = new Set<string>();
let cursor: string | undefined;
do {
  const page = await site.GET('/api/views/posts', { params: { query: { locale: 'en', show: 2, cursor } } });
  assert(page.data);
  for (const row of page.data.data.rows) slugs.add(row.slug);
  cursor = page.data.data.nextCursor;
} while (cursor);
assert(slugs.size > 2);

// Write.
const suggestion = { message: 'More about kettles.', email: 'fetch@tea.example', subject: 'Kettles' };
const written = await site.POST('/api/suggestions', { body: suggestion });
assert(written.data);
const id: string = written.data.data.id;
assert(id);
// @ts-expect-error the message is required
void (() => site.POST('/api/suggestions', { body: { subject: 'Kettles' } }));

// A typed error.
const twice = await site.POST('/api/suggestions', { body: suggestion });
assert(twice.error);
const code = twice.error.diagnostic.code;
// @ts-expect-error this route never answers that
assert(code !== 'MEDIA_UPLOAD_EXPIRED');
assert.equal(code, 'CONFLICT');

import { expect, it } from 'vitest';

import type { AuditLine } from '../../api/types.gen';
import { en } from '../../i18n/en';
import { speechOf } from '../../i18n/text';
import { auditRows, rowWords } from './auditRows';

const article = { collection: 'posts', id: 'p', title: 'Tea' };
const line = (id: number, more: Partial<AuditLine>): AuditLine => ({
  id, time: 5, actor: 'ada', credential: null, clientId: null, surface: 'admin', action: 'publish', collection: 'posts', entry: String(id), version: 1, before: null, after: null, article, ...more,
});
const shape = (lines: AuditLine[]) => auditRows(lines).map(({ parts }) => parts.map(({ id }) => id));

it('languages of an article that were written at once are one row', () => {
  const [row, ...others] = auditRows([line(3, { locale: 'de' }), line(2, { locale: 'en' }), line(1, {})]);
  expect(others).toEqual([]);
  expect(row && rowWords(row, speechOf('en', en))).toBe('German, English, and What all languages share');
});

it.each([
  ['at another time', { time: 6 }],
  ['by somebody else', { actor: 'bob' }],
  ['another action', { action: 'update' }],
  ['of another article', { article: { ...article, id: 'q' } }],
  ['through another surface', { surface: 'schedule' }],
] as const)('what was done %s is a row of its own', (_, more) => {
  expect(shape([line(2, {}), line(1, more as Partial<AuditLine>)])).toEqual([[2], [1]]);
});

it('entries without languages are rows of their own', () => {
  const plain = (id: number): AuditLine => {
    const alone = line(id, {});
    delete alone.article;
    return alone;
  };
  expect(shape([plain(2), plain(1)])).toEqual([[2], [1]]);
});

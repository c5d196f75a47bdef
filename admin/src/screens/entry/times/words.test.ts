import { expect, it } from 'vitest';

import type { Article } from '../../../api/types.gen';
import { en } from '../../../i18n/en';
import { speechOf } from '../../../i18n/text';
import type { Coming } from './coming';
import { articleComingSaid } from './words';

const speech = speechOf('en', en);
const part = (id: string, more: object) => ({ collection: 'posts', id, waits: true, served: false, ...more });
const article = { parts: [part('shared', {}), part('en', { locale: 'en' }), part('de', { locale: 'de' }), part('it', { locale: 'it', waits: false, served: true })] } as unknown as Article;
const at = new Date(2026, 11, 3, 9).getTime();
const coming = (does: Coming['does'], ids: string[]): Coming => ({ does, at, timeZone: 'UTC', parts: ids.map((id) => ({ collection: 'posts', id })) });
const said = (does: Coming['does'], ids: string[]) => articleComingSaid(speech, coming(does, ids), article).replaceAll(/\s/g, ' ');

it('all that waits is published', () => {
  expect(said('publish', ['shared', 'en', 'de'])).toBe('Publishes on Dec 3, 2026, 9:00 AM');
});

it('where something stays behind, the languages are named', () => {
  expect(said('publish', ['shared', 'en'])).toBe('Publishes on Dec 3, 2026, 9:00 AM (English)');
  expect(said('publish', ['shared'])).toBe('Publishes on Dec 3, 2026, 9:00 AM (What all languages share)');
});

it('all that readers can fetch is taken from them', () => {
  expect(said('unpublish', ['it'])).toBe('Unpublishes on Dec 3, 2026, 9:00 AM');
});

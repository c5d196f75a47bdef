import { expect, it } from 'vitest';

import type { PresentPerson, Presence } from '../api/types.gen';
import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { news } from './Announcement';

const speech = speechOf('en', en);
const of = (...people: Partial<PresentPerson>[]): Presence => ({ people: people.map((each) => ({ id: 'e', name: 'Eva', field: '', typing: false, ...each })), more: 0 });
const said = (before: Presence, now: Presence) => news(speech, before, now, (field) => `<${field}>`);

it('tells who comes, types and leaves, and nothing twice', () => {
  expect(said(of(), of({}))).toBe('Eva is here, too.');
  expect(said(of({}), of({ field: '/note' }))).toBe('');
  expect(said(of({}), of({ field: '/note', typing: true }))).toBe('Eva is typing in <note>.');
  expect(said(of({ field: '/note', typing: true }), of({ field: '/note', typing: true }))).toBe('');
  expect(said(of({ field: '/note', typing: true }), of({ field: '/title', typing: true }))).toBe('Eva is typing in <title>.');
  expect(said(of({ name: '' }), of())).toBe('Somebody has left.');
});

import { expect, it } from 'vitest';

import { en } from '../i18n/en';
import { speechOf } from '../i18n/text';
import { news } from './Announcement';
import { everyoneOf, type Everyone, type Someone } from './store';

const speech = speechOf('en', en);
const of = (...people: Partial<Someone>[]): Everyone => ({ people: people.map((each) => ({ id: 'e', name: 'Eva', field: '', block: '', typing: false, unsaved: null, along: false, ...each })), more: 0 });
const said = (before: Everyone, now: Everyone) => news(speech, before, now, (field, { along }) => `<${along ? 'shared ' : ''}${field}>`);

it('tells who comes, types and leaves, and nothing twice', () => {
  expect(said(of(), of({}))).toBe('Eva is here, too.');
  expect(said(of({}), of({ field: '/note' }))).toBe('');
  expect(said(of({}), of({ field: '/note', typing: true }))).toBe('Eva is typing in <note>.');
  expect(said(of({ field: '/note', typing: true }), of({ field: '/note', typing: true }))).toBe('');
  expect(said(of({ field: '/note', typing: true }), of({ field: '/title', typing: true }))).toBe('Eva is typing in <title>.');
  expect(said(of({ name: '' }), of())).toBe('A colleague has left.');
});

it('who is at two entries of a page is one person, where they type', () => {
  const eva = { id: 'e', name: 'Eva', field: '/title', block: '', typing: false, unsaved: null };
  const kai = { id: 'k', name: 'Kai', field: '', block: '', typing: false, unsaved: null };
  const typing = { ...eva, field: '/slug', typing: true };
  expect(everyoneOf({ people: [eva], more: 1 }, { people: [{ ...eva, field: '' }, kai], more: 0 })).toEqual({ people: [{ ...eva, along: false }, { ...kai, along: true }], more: 1 });
  expect(everyoneOf({ people: [eva], more: 0 }, { people: [typing], more: 2 })).toEqual({ people: [{ ...typing, along: true }], more: 2 });
  expect(said(of({}), everyoneOf({ people: [eva], more: 0 }, { people: [typing], more: 0 }))).toBe('Eva is typing in <shared slug>.');
});

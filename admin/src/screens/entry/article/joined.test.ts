import { expect, it } from 'vitest';

import type { EntryEditor } from '../editor';
import { joined } from './joined';

const editor = (more: object): EntryEditor =>
  ({ detail: {}, dirty: false, phase: 'saved', draft: { at: undefined, fields: [], outdated: false, kept: true }, beside: false, resolving: false, ...more }) as unknown as EntryEditor;

it.each([
  ['both are', 'saved', 'saved', 'saved'],
  ['its words are a draft over what readers see', 'saved', 'pending', 'pending'],
  ['what is shared could not be saved', 'refused', 'unsaved', 'refused'],
  ['its words are being saved', 'unsaved', 'saving', 'saving'],
])('an article is as %s', (_, shared, words, phase) => {
  expect(joined(editor({ phase: shared }), editor({ phase: words })).phase).toBe(phase);
});

it('words that nobody began are no part of what is saved', () => {
  const words = editor({ detail: undefined, phase: 'unsaved' });
  expect(joined(editor({}), words).phase).toBe('saved');
  expect(joined(editor({}), words).parts).toHaveLength(1);
  expect(joined(editor({}), { ...words, dirty: true }).dirty).toBe(true);
});

it('what is typed is dropped in both, and comes back in both', async () => {
  const back: string[] = [];
  const typed = (name: string) => editor({ dropTyped: () => Promise.resolve(() => back.push(name)) });
  (await joined(typed('shared'), typed('words')).dropTyped())?.();
  expect(back).toEqual(['shared', 'words']);
  expect(await joined(typed('shared'), editor({ dropTyped: () => Promise.resolve(undefined) })).dropTyped()).toBeUndefined();
});

it('it saves itself where both do, and is kept while one is', () => {
  const [draft, operational] = [editor({ autosaves: true, keeps: false }), editor({ autosaves: false, keeps: false })];
  expect([joined(draft, draft).autosaves, joined(draft, operational).autosaves]).toEqual([true, false]);
  expect([joined(draft, { ...draft, keeps: true }).keeps, joined(draft, draft).keeps]).toEqual([true, false]);
});

it('changes of an earlier visit are restored in both, or dropped and brought back', () => {
  const done: string[] = [];
  const tell = (what: string) => () => done.push(what);
  const found = (name: string, at: number) => editor({ draft: { at, fields: [name], outdated: false, kept: true, restore: tell(`restore ${name}`), drop: () => (tell(`drop ${name}`)(), tell(`back ${name}`)) } });
  const { draft } = joined(found('slug', 5), found('title', 9));
  expect([draft.at, draft.fields]).toEqual([9, ['slug', 'title']]);
  draft.restore();
  draft.drop()();
  expect(done).toEqual(['restore slug', 'restore title', 'drop slug', 'drop title', 'back slug', 'back title']);
});

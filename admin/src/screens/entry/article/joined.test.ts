import { expect, it } from 'vitest';

import type { EntryEditor } from '../editor';
import { joined } from './joined';

const editor = (more: object): EntryEditor =>
  ({ detail: {}, dirty: false, phase: 'saved', draft: { isSought: false, isAsFound: false, restored: undefined, kept: true }, beside: false, resolving: false, ...more }) as unknown as EntryEditor;

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

it('changes of an earlier visit are told at once, and taken back in both', async () => {
  const done: string[] = [];
  const found = (name: string, at: number) =>
    editor({ dirty: true, draft: { isSought: false, isAsFound: true, restored: { at, fields: [name] }, kept: true }, takeBack: () => (done.push(`away ${name}`), Promise.resolve(() => done.push(`back ${name}`))) });
  const { draft, takeBack } = joined(found('slug', 5), found('title', 9));
  expect(draft.restored).toEqual({ at: 9, fields: ['slug', 'title'] });
  (await takeBack())?.();
  expect(done).toEqual(['away slug', 'away title', 'back slug', 'back title']);
  const one = joined(editor({ takeBack: () => Promise.resolve(undefined) }), found('title', 9));
  expect([one.draft.restored?.fields, one.draft.isAsFound]).toEqual([['title'], true]);
  expect(joined(editor({ dirty: true }), found('title', 9)).draft.isAsFound).toBe(false);
  const none = editor({ takeBack: () => Promise.resolve(undefined) });
  expect(await joined(none, none).takeBack()).toBeUndefined();
});

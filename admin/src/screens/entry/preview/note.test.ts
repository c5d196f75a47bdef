import { expect, it } from 'vitest';

import type { EntryEditor } from '../editor';
import type { Phase } from '../phase';
import { noteOf } from './note';

it.each<[string, Phase, string | undefined, string]>([
  ['what is typed into a published entry', 'unsaved', 'published', 'typed'],
  ['what is on its way', 'saving', 'draft', 'typed'],
  ['what could not be saved', 'offline', 'published', 'typed'],
  ['a draft beside a published entry', 'pending', 'published', 'saved'],
  ['what is saved into a draft by itself', 'autosaved', 'draft', 'saved'],
  ['a draft', 'saved', 'draft', 'saved'],
  ['what readers see', 'saved', 'published', 'published'],
  ['a new entry', 'unsaved', undefined, 'typed'],
])('the note of %s', (_, phase, status, note) => {
  const detail = status && { entry: { status } };
  expect(noteOf({ phase, detail } as unknown as EntryEditor)).toBe(`preview.note.${note}`);
});

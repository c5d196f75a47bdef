import { expect, it } from 'vitest';

import { atomOfPath, findAtoms, folderOf, isAtomId, matchingLines, type Listed } from './atoms';
import { readConsoleSearch } from './address';
import { highlightYaml } from './highlight';

const listed = (id: Listed['id'], file: string, text: string): Listed => {
  const [kind, name] = id.split('/') as [Listed['kind'], string];
  return { id, kind, atom: { name, title: name, description: '', source: { file, document: 1, line: 1, text } } };
};

const atoms = [listed('Schema/posts', 'a.yaml', 'kind: Schema\nslug: x\n# Slug'), listed('View/posts', 'b.yaml', 'from: posts'), listed('View/tags', 'b.yaml', 'slug')];

it('finds atoms by name and by text, in their files', () => {
  const found = (term: string) => findAtoms(atoms, term).map(({ file, atoms }) => [file, atoms.map(({ id, lines }) => `${id} ${lines}`)]);
  expect(found('SLUG')).toEqual([['a.yaml', ['Schema/posts 2']], ['b.yaml', ['View/tags 1']]]);
  expect(found('view/p')).toEqual([['b.yaml', ['View/posts 0']]]);
  expect(found('')).toHaveLength(2);
  expect(found('nowhere')).toEqual([]);
});

it.each([
  [['/srv/tea/manifests/a.yaml', '/srv/tea/manifests/b.yaml'], '/srv/tea/manifests/'],
  [['/srv/tea/manifests/a.yaml', '/srv/tea/manifests/desk/b.yaml'], '/srv/tea/manifests/'],
  [['/srv/tea/a.yaml', '/srv/team/b.yaml'], '/srv/'],
  [['a.yaml', 'desk/b.yaml'], ''],
  [['tea/a.yaml'], 'tea/'],
  [[], ''],
])('%j lie in %j', (files, folder) => {
  expect(folderOf(files.map((file) => listed('Schema/posts', file, '')))).toBe(folder);
});

it('marks no line for no term', () => {
  expect(matchingLines('a\nb', '')).toEqual(new Set());
  expect(matchingLines('a\nb', 'B')).toEqual(new Set([1]));
});

it('a diagnostic leads to its atom', () => {
  expect(atomOfPath('manifest:View/posts#/spec/from')).toBe('View/posts');
  expect(atomOfPath('input#/title')).toBeUndefined();
  expect(isAtomId('View/')).toBe(false);
});

it('an atom in the address is enough', () => {
  expect(readConsoleSearch({ atom: 'Schema/posts' })).toEqual({ tab: 'manifests', atom: 'Schema/posts' });
  expect(readConsoleSearch({ tab: 'nonsense', atom: 'posts', state: 'lost', q: 7 })).toEqual({ q: '7' });
});

it('colours each line of a block', () => {
  const lines = highlightYaml('sql: |\n  SELECT 1\n  FROM posts\n# end');
  expect(lines.map((tokens) => tokens.map(({ text }) => text).join(''))).toEqual(['sql: |', '  SELECT 1', '  FROM posts', '# end']);
  expect(lines[0]?.[0]).toEqual({ text: 'sql:', className: 'hljs-attr' });
  expect(lines[2]?.some(({ className }) => className === 'hljs-string')).toBe(true);
});

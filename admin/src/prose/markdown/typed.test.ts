import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { it } from 'vitest';

import { block, format } from './blocks.testing';

const ignored = ['marker', 'tight'];
const spaced = ['bold', 'italic', 'strike'];

/** What a line says, a character each with its marks. Spaces at its ends, marks on spaces and links that stand for themselves say nothing. */
function letter(node: Node): unknown[] {
  const names = node.marks.map(({ type, attrs }) => (type.name === 'link' ? `link ${String(attrs['href'])}` : type.name)).sort();
  if (!node.isText) return [[node.type.name, node.attrs['alt'] === undefined ? null : String(node.attrs['alt']).trim(), node.type.name === 'hardBreak' ? [] : names]];
  const isCode = names.includes('code');
  const bare = names.filter((name) => name !== `link ${node.text ?? ''}`);
  return Array.from(node.text ?? '').map((char) => [char, /\s/.test(char) && !isCode ? bare.filter((name) => !spaced.includes(name)) : bare]);
}

const isSpace = (each: unknown) => Array.isArray(each) && /^[ \t]$/.test(String(each[0])) && !JSON.stringify(each).includes('code');
const isBreak = (each: unknown) => Array.isArray(each) && each[0] === 'hardBreak';

function line_(node: Node): unknown[] {
  const all = node.children.flatMap(letter);
  const edge = (i: number, step: number): boolean => {
    const next = all[i + step];
    return next === undefined || isBreak(next) || (isSpace(next) && edge(i + step, step));
  };
  const kept = all.filter((each, i) => !(isSpace(each) && (edge(i, -1) || edge(i, 1))));
  while (isBreak(kept[0])) kept.shift();
  while (isBreak(kept.at(-1))) kept.pop();
  return kept;
}

/** An empty paragraph leaves nothing. */
const saysNothing = (node: Node) => node.type.name === 'paragraph' && line_(node).length === 0;

function meaning(node: Node): unknown {
  const attrs = Object.fromEntries(Object.entries(node.attrs).filter(([name]) => !ignored.includes(name)));
  if (node.type.name === 'codeBlock') return ['code', attrs, node.textContent];
  if (node.isTextblock) return [node.type.name, attrs, line_(node)];
  return [node.type.name, attrs, node.children.filter((each, i) => !saysNothing(each) || (node.type.name === 'listItem' && i === 0)).map(meaning)];
}

it('whatever is typed reads back as what it is', () => {
  fc.assert(
    fc.property(block, (node) => {
      const written = format.write(node);
      if (written === '') return;
      const { pieces } = format.read(written);
      const [read, typed] = [JSON.stringify(pieces.map((each) => meaning(each.node))), JSON.stringify([meaning(node)])];
      if (read !== typed) throw new Error([JSON.stringify(written), typed, read].join('\n'));
    }),
    // The same documents each time; SEED and RUNS try others.
    { seed: Number(process.env['SEED'] ?? 1), numRuns: Number(process.env['RUNS'] ?? 500), includeErrorInReport: true },
  );
});

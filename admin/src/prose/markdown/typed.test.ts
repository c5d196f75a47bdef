import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { it } from 'vitest';

import { extensionsFor } from '../schema/extensions';
import { markdownFormat } from './format';

const schema = getSchema(extensionsFor('markdown'));
const format = markdownFormat(schema);

const letters = fc.constantFrom(...'abZ9é字，。「」！ß  \u3000_*~`[]()<>!#+-=|\\&;:.,"\'/@^$0123{}'.split(''), 'a', 'b', ' ', '&amp;', '<b>', 'https://a.b/c_d', '[^1]', '---', '1.', '字');
const words = fc.array(letters, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
const marks = fc.subarray(['bold', 'italic', 'strike', 'code']);
const link = fc.option(fc.constantFrom('https://a.b/', '/x y', 'media:abc', 'a(b', '<>&amp;\\'), { freq: 4 });
const leaf = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(words, marks, link).map(([text, names, href]) => schema.text(text, [...names.map((name) => schema.mark(name)), ...(href === null ? [] : [schema.mark('link', { href })])])) },
  { weight: 1, arbitrary: fc.tuple(words, fc.option(words)).map(([alt, title]) => schema.node('picture', { src: 'media:abc', alt, title })) },
);
const line = fc.array(leaf, { minLength: 1, maxLength: 5 });
const broken = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.flatMap((each, i) => (i === 0 ? each : [schema.node('hardBreak'), ...each])));
const paragraph = broken.map((nodes) => schema.node('paragraph', null, nodes));
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, nodes]) => schema.node('heading', { level }, nodes));
const code = fc.tuple(fc.array(words), fc.option(fc.constantFrom('go', 'a`b'))).map(([lines, language]) => schema.node('codeBlock', { language }, lines.length > 0 ? [schema.text(lines.join('\n'))] : []));
const table = fc.array(fc.array(line, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map((rows) =>
  schema.node('table', null, rows.map((cells, i) => schema.node('tableRow', null, cells.map((nodes) => schema.node(i === 0 ? 'tableHeader' : 'tableCell', null, [schema.node('paragraph', null, nodes)]))))));
const { block } = fc.letrec<{ block: Node; list: Node; quote: Node; item: Node }>((tie) => ({
  block: fc.oneof({ depthSize: 'small', withCrossShrink: true }, paragraph, heading, code, table, tie('list'), tie('quote'), fc.constant(schema.node('horizontalRule'))),
  item: fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }), fc.option(fc.boolean(), { freq: 3 })).map(([first, rest, checked]) => schema.node('listItem', { checked }, [first, ...rest])),
  list: fc.tuple(fc.boolean(), fc.array(tie('item'), { minLength: 1, maxLength: 3 })).map(([ordered, items]) => schema.node(ordered ? 'orderedList' : 'bulletList', null, items)),
  quote: fc.tuple(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), fc.option(fc.constantFrom('note', 'caution')), fc.constantFrom('-', '+', null)).map(([all, callout, fold]) =>
    schema.node('blockquote', { callout, fold: callout && fold }, callout && fold && all[0]?.type.name !== 'paragraph' ? [schema.node('paragraph'), ...all] : all)),
}));

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

import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';

import { extensionsFor } from '../schema/extensions';
import { markdownFormat } from './format';

const schema = getSchema(extensionsFor('markdown'));
export const format = markdownFormat(schema);

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
/** Any block that can be typed. */
export const { block } = fc.letrec<{ block: Node; list: Node; quote: Node; item: Node }>((tie) => ({
  block: fc.oneof({ depthSize: 'small', withCrossShrink: true }, paragraph, heading, code, table, tie('list'), tie('quote'), fc.constant(schema.node('horizontalRule'))),
  item: fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }), fc.option(fc.boolean(), { freq: 3 })).map(([first, rest, checked]) => schema.node('listItem', { checked }, [first, ...rest])),
  list: fc.tuple(fc.boolean(), fc.array(tie('item'), { minLength: 1, maxLength: 3 })).map(([ordered, items]) => schema.node(ordered ? 'orderedList' : 'bulletList', null, items)),
  quote: fc.tuple(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), fc.option(fc.constantFrom('note', 'caution')), fc.constantFrom('-', '+', null)).map(([all, callout, fold]) =>
    schema.node('blockquote', { callout, fold: callout && fold }, callout && fold && all[0]?.type.name !== 'paragraph' ? [schema.node('paragraph'), ...all] : all)),
}));

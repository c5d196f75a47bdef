// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';

import { Faithful } from '../faithful';
import { extensionsFor } from '../schema/extensions';
import { htmlFormat } from './format';

const schema = getSchema(extensionsFor('html'));
const format = htmlFormat(schema);

const documents = [
  '', ' ', '<p>One.</p>', '<p>One.</p><p>Two.</p>', '<p>One.</p>\n\n<p>Two.</p>\n', '  <p>Spaces before</p>', '<p>a <b>bold</b> <i>it</i> <del>gone</del> <u>under</u></p>',
  '<h2>Head</h2>\n<p>Text</p>', '<ul><li>a</li><li>b</li></ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '<ol start="3"><li>a<ul><li>deep</li></ul></li></ol>', '<blockquote><p>q</p></blockquote>',
  '<pre><code>let a = 1;\n\n  b</code></pre>', '<pre><code class="language-go">x</code></pre>', '<p>a<br>b</p>', '<p>one</p><hr><p>two</p>', '<p><a href="https://example.com/">link</a></p>', '<p><a href="/x" title="T">t</a> <a href="/y" rel="nofollow">r</a></p>',
  '<p><img src="media:0190-ab" alt="A cup"></p>', '<p><img src="media:0190-ab" alt="A cup" class="wide"></p>', '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>', '<table><thead><tr><th>H</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  '<table><tr><th>a</th></tr></table>', '<table><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></table>', '<div class="note"><p>in a box</p></div>', '<figure><img src="media:a" alt=""><figcaption>c</figcaption></figure>', '<p class="lead">with a class</p>',
  'only text', 'text <b>with</b> marks\n<p>and a block</p> and text', '<p>not closed<p>twice', '<ul><li>a<li>b</ul>', '<p>mis <b>nested <i>x</b> y</i></p>', '<!-- comment --><p>x</p>', '<p>a &amp; b &lt; c &nbsp; d &copy;</p>', '<P>UPPER</P>', '<p>第一段</p>\n<p>　全形</p>',
  '<script>alert(1)</script>', '<p>un<p', '</p><p>x</p>', '<p>a\r\nb</p>\r\n', '<p></p><p>after an empty one</p>', '<details><summary>s</summary><p>t</p></details>', '<p>x<sub>2</sub> y<sup>3</sup> <kbd>k</kbd></p>', '<p>a  b</p>',
];

it('there are more than 30', () => expect(new Set(documents).size).toBeGreaterThan(40));

it.each(documents)('%j: nothing touched, no byte changed', (text) => {
  const held = new Faithful(format, schema, text);
  expect(held.write(held.doc)).toBe(text.trim() === '' ? '' : text);
});

it.each(documents)('%j: one paragraph edited, only it changed', (text) => {
  const { pieces, lead } = format.read(text);
  pieces.forEach(({ node }, at) => {
    if (!node.isTextblock) return;
    const held = new Faithful(format, schema, text);
    const out = held.write(held.doc.copy(held.doc.content.replaceChild(at, node.copy(node.content.addToEnd(schema.text('zebra'))))));
    const before = lead + pieces.slice(0, at).map(({ source, gap }) => source + gap).join('');
    const after = (pieces[at]?.gap ?? '') + pieces.slice(at + 1).map(({ source, gap }) => source + gap).join('');
    expect(out.startsWith(before) && out.endsWith(after)).toBe(true);
    expect(out.slice(before.length, out.length - after.length)).toContain('zebra');
  });
});

it.each([
  ['<p>a <b>b</b></p>', 'paragraph'],
  ['<ul><li>a</li></ul>', 'bulletList'],
  ['<table><tbody><tr><td>1</td></tr></tbody></table>', 'table'],
  ['<p><img src="media:a" alt="x"></p>', 'paragraph'],
  ['plain', 'paragraph'],
  ['<p class="lead">x</p>', 'source'],
  ['<div><p>x</p></div>', 'source'],
  ['<p>x<sub>2</sub></p>', 'source'],
  ['<p>a<p>b', 'source'],
  ['<p style="color:red">x</p>', 'source'],
  ['<p>a<script>b</script></p>', 'source'],
])('%s is a %s', (text, kind) => {
  expect(format.read(text).pieces.map(({ node }) => node.type.name)).toEqual([kind]);
});

it.each([
  ['<ul><li>a</li></ul>', '<ul><li>a</li></ul>'],
  ['<ul><li><p>a</p></li></ul>', '<ul><li><p>a</p></li></ul>'],
  ['<table><tr><th>H</th></tr><tr><td>1</td></tr></table>', '<table><thead><tr><th>H</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'],
  ['<p><img src="media:a" alt=""></p>', '<p><img src="media:a" alt=""></p>'],
  ['<p><a href="/x" title="T">t</a></p>', '<p><a href="/x" title="T">t</a></p>'],
])('%s is written as %s', (text, written) => {
  expect(format.read(text).pieces.map(({ node }) => format.write(node))).toEqual([written]);
});

// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core';
import { DOMParser as Reader } from '@tiptap/pm/model';
import { expect, it } from 'vitest';

import { writeMarkdown } from './markdown/write';
import { cleaned } from './paste';
import { extensionsFor } from './schema/extensions';

const schema = getSchema(extensionsFor('markdown'));

/** What pasted HTML is in Markdown. */
function pasted(html: string): string {
  const { body } = new DOMParser().parseFromString(cleaned(html).html, 'text/html');
  return Reader.fromSchema(schema).parse(body).children.map(writeMarkdown).filter((text) => text !== '').join('\n\n');
}

const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400;font-style:normal;">A heading</span></h2>
<p dir="ltr"><span style="font-weight:400;">Some </span><span style="font-weight:700;">bold</span><span style="font-weight:400;font-style:italic;"> slanted</span><span style="text-decoration:line-through;"> gone</span></p>
<ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>deeper</span></p></li></ul><li dir="ltr"><p dir="ltr" role="presentation"><span>two</span></p></li></ul>
<p dir="ltr"><a href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;">a link</span></a></p>
<div dir="ltr"><table><colgroup><col width="100"/></colgroup><tbody><tr><td><p dir="ltr"><span>a</span></p></td><td><p dir="ltr"><span>b</span></p></td></tr><tr><td><p dir="ltr"><span>1</span></p></td><td><p dir="ltr"><span>2</span></p><p dir="ltr"><span>3</span></p></td></tr></tbody></table></div></b>`;

it('Google Docs', () => {
  expect(pasted(docs)).toBe('## A heading\n\nSome **bold** *slanted* ~~gone~~\n\n- one\n  - deeper\n- two\n\n[a link](https://example.com/)\n\n| a | b |\n| --- | --- |\n| 1 | 2<br>3 |');
});

const item = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`;

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=EN-US><!--StartFragment-->
<h2>A heading<o:p></o:p></h2><p class=MsoNormal>Some <b>bold</b> and <i>slanted</i> words.<o:p></o:p></p>
${item(1, '·', 'one')}${item(2, 'o', 'deeper')}${item(1, '·', 'two')}
<p class=MsoNormal>Between.</p>
${item(1, '1.', 'first')}${item(1, '2.', 'second')}
<p class=MsoNormal><a href="https://example.com/">a link</a></p>
<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal>a</p></td><td><p class=MsoNormal>b</p></td></tr></table><img src="file:///C:/x.png"><!--EndFragment--></body></html>`;

it('Word', () => {
  expect(pasted(word)).toBe('## A heading\n\nSome **bold** and *slanted* words.\n\n- one\n  - deeper\n- two\n\nBetween.\n\n1. first\n2. second\n\n[a link](https://example.com/)\n\n| a | b |\n| --- | --- |');
});

it('numbers behind bullets of Word are a list of their own, on each level', () => {
  expect(pasted(`${item(1, '·', 'bullet')}${item(1, '1.', 'first')}${item(1, '2.', 'second')}`)).toBe('- bullet\n\n1. first\n2. second');
  expect(pasted(`${item(1, '·', 'one')}${item(2, 'o', 'deeper')}${item(2, 'a.', 'first')}${item(1, '·', 'two')}`)).toBe('- one\n\n  - deeper\n\n  1. first\n\n- two');
});

it.each([
  ['a footnote of Word', `<p class=MsoNormal>Said<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a>.</p><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> By whom.</p></div>`, 'Said\\[1\\].\n\n\\[1\\] By whom.'],
  ['the same of a saved file', '<p>Said<a href="file:///C:/tmp/clip.htm#_ftn1">[1]</a>.</p>', 'Said\\[1\\].'],
  ['a heading of Google Docs', '<p><a href="#heading=h.1abc">below</a></p>', 'below'],
  ['but a link of this text', '<p><a href="#section">below</a></p>', '[below](#section)'],
])('a link within a document that stays behind is its words: %s', (_, html, kept) => {
  expect(pasted(html)).toBe(kept);
});

/** How many blocks pasted HTML is. */
const blocks = (html: string) => new DOMParser().parseFromString(cleaned(html).html, 'text/html').body.children.length;

it.each([
  ['a line break of Google Docs between paragraphs', '<b id="docs-internal-guid-1" style="font-weight:normal"><p dir="ltr"><span>a</span></p><br /><p dir="ltr"><span>b</span></p><br class="Apple-interchange-newline"></b>'],
  ['a paragraph of Word', '<p class=MsoNormal>a<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>b</p>'],
  ['a paragraph of a line break', '<p>a</p><p><br></p><p>b</p>'],
])('%s that is blank leaves no gap', (_, html) => {
  expect([blocks(html), pasted(html)]).toEqual([2, 'a\n\nb']);
});

it('line breaks in a paragraph stay, and so do blank ones of this editor', () => {
  expect(pasted('<p>a<br><br>b</p>')).toBe('a\\\n\\\nb');
  expect(blocks('<p data-pm-slice="0 0 []">a</p><p></p><p>b</p>')).toBe(3);
});

it('pictures of elsewhere are counted, and those of the library stay', () => {
  expect(cleaned('<p><img src="https://a.example/x.png"><img src="data:image/png;base64,AA=="><img src="media:0190-ab" alt=""></p>').leftOut).toBe(2);
  expect(pasted('<p><img src="media:0190-ab" alt="Tea"></p>')).toBe('![Tea](media:0190-ab)');
});

it.each([
  ['GitHub', '<ul><li><input type="checkbox" disabled> a</li><li><input type="checkbox" disabled checked> b</li></ul>'],
  ['Google Docs', '<ul><li role="checkbox" aria-checked="false"><p>a</p></li><li role="checkbox" aria-checked="true"><p>b</p></li></ul>'],
  ['this editor', '<ul><li data-checked="false"><p>a</p></li><li data-checked="true"><p>b</p></li></ul>'],
])('tasks of %s stay tasks', (_, html) => {
  expect(pasted(html)).toBe('- [ ] a\n- [x] b');
});

it('what runs is left out, and pictures of elsewhere', () => {
  expect(pasted('<p>a<script>x</script><img src="https://evil.example/x.png"><a href="javascript:x">b</a></p>')).toBe('ab');
});

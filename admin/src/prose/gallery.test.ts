import { getSchema } from '@tiptap/core';
import { EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { expect, it } from 'vitest';

import { Faithful } from './faithful';
import { besideThoseBefore, isGallery, onItsOwn } from './gallery';
import { markdownFormat } from './markdown/format';
import { insertPictures } from './pictureBlock';
import { extensionsFor } from './schema/extensions';

const schema = getSchema(extensionsFor('markdown'));
const format = markdownFormat(schema);

it.each([
  ['![](media:a) ![](media:b)', true],
  ['![](media:a)\n[![](media:b)](/b)', true],
  ['![](media:a)', false],
  ['![](media:a) and ![](media:b)', false],
  ['![](/a.svg) ![](/b.svg)', false],
  ['![](media:a)\\\n![](media:b)', false],
  ['# ![](media:a) ![](media:b)', false],
  ['**![](media:a) ![](media:b)**', false],
  ['![](media:a)&nbsp;![](media:b)', false],
  ['', false],
])('%s is a gallery: %s', (markdown, is) => {
  expect(isGallery(new Faithful(format, schema, markdown).doc.child(0))).toBe(is);
});

/** What is kept once something was done with the picture of a name, and the name of the one that is selected then. */
function changed(markdown: string, name: string, change: (state: EditorState, at: number) => Transaction | undefined) {
  const held = new Faithful(format, schema, markdown);
  const state = EditorState.create({ doc: held.doc });
  let at = -1;
  state.doc.descendants((node, place) => {
    if (node.attrs['src'] === `media:${name}`) at = place;
  });
  const tr = change(state, at);
  if (!tr) return undefined;
  const after = state.apply(tr);
  const { selection } = after;
  return [held.write(after.doc), selection instanceof NodeSelection ? String(selection.node.attrs['src']) : undefined];
}

it.each([
  ['![](media:a "A")\n\n![](media:b)\n\n* odd', 'b', '![](media:a "A") ![](media:b)\n\n* odd'],
  ['![](media:a) ![](media:b)\n\n![](media:c)', 'c', '![](media:a) ![](media:b) ![](media:c)'],
  ['![](media:a)\n\n![](media:b) ![](media:c)', 'c', '![](media:a) ![](media:b) ![](media:c)'],
  ['> ![](media:a)\n>\n> ![](media:b)', 'b', '> ![](media:a) ![](media:b)'],
  ['![](media:a)', 'a', undefined],
  ['Words\n\n![](media:a)', 'a', undefined],
  ['![](media:a)\n\nin ![](media:b) words', 'b', undefined],
])('in %j, %s comes beside those before it', (markdown, name, want) => {
  expect(changed(markdown, name, besideThoseBefore)).toEqual(want && [want, `media:${name}`]);
});

it.each([
  ['![](media:a) ![](media:b) ![](media:c)\n\n* odd', 'b', '![](media:a)\n\n![](media:b)\n\n![](media:c)\n\n* odd'],
  ['![](media:a) ![](media:b) ![](media:c)', 'c', '![](media:a) ![](media:b)\n\n![](media:c)'],
  ['![](media:a)\n![](media:b)', 'a', '![](media:a)\n\n![](media:b)'],
  ['![](media:a)', 'a', undefined],
])('in %j, %s stands alone again', (markdown, name, want) => {
  expect(changed(markdown, name, onItsOwn)).toEqual(want && [want, `media:${name}`]);
});

it('several pictures come as one paragraph, and words go on below it', () => {
  const held = new Faithful(format, schema, 'One.');
  const state = EditorState.create({ doc: held.doc });
  const { tr } = state;
  tr.setSelection(NodeSelection.near(tr.doc.resolve(5)));
  insertPictures(tr, ['a', 'b', 'c'].map((name) => schema.node('picture', { src: `media:${name}`, alt: '' })));
  expect(held.write(state.apply(tr.insertText('Two.')).doc)).toBe('One.\n\n![](media:a) ![](media:b) ![](media:c)\n\nTwo.');
});

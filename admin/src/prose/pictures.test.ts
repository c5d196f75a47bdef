// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';

import { goBehind } from './pictures';
import { extensionsFor } from './schema/extensions';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

const image = '<img src="media:a" alt="">';

/** What the text is once somebody has gone behind its picture and typed "+" there. */
function typed(html: string, fresh: boolean): string {
  const made = new Editor({ element: document.createElement('div'), extensions: extensionsFor('html', () => Promise.resolve(undefined)), content: html });
  editor = made;
  let at = -1;
  made.state.doc.descendants((node, position) => {
    if (node.type.name === 'picture') at = position;
  });
  goBehind(made.view, at, fresh);
  made.view.dispatch(made.state.tr.insertText('+'));
  return made.state.doc.children.map((node) => (node.firstChild?.type.name === 'picture' && node.childCount === 1 ? '[]' : node.textBetween(0, node.content.size, '', '[]'))).join('|');
}

it.each<[string, string, boolean, string]>([
  ['a line of its own, below a picture in front of words', `<p>${image}</p><p>After</p>`, true, '[]|+|After'],
  ['the words that follow, where no line is asked for', `<p>${image}</p><p>After</p>`, false, '[]|+After'],
  ['an empty line that is there', `<p>${image}</p><p></p><p>After</p>`, true, '[]|+|After'],
  ['a new line at the end of a text', `<p>Before</p><p>${image}</p>`, false, 'Before|[]|+'],
  ['the line of a picture between words', `<p>One ${image} two</p>`, true, 'One []+ two'],
])('behind it is %s', (_, html, fresh, text) => {
  expect(typed(html, fresh)).toBe(text);
});

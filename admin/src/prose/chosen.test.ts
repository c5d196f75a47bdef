// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { expect, it } from 'vitest';

import { staysChosen } from './chosen';
import { extensionsFor } from './schema/extensions';

it('what is selected stays marked while the focus is elsewhere, and until something is done when it is back', () => {
  const editor = new Editor({ element: document.body, extensions: [...extensionsFor('html'), staysChosen], content: '<p>Warm the pot first.</p>' });
  const marked = () => editor.view.dom.querySelector('.quartet-chosen')?.textContent;
  editor.commands.setTextSelection({ from: 6, to: 13 });
  expect(marked()).toBeUndefined();
  editor.view.dom.dispatchEvent(new FocusEvent('blur'));
  expect(marked()).toBe('the pot');
  expect(editor.getHTML()).toBe('<p>Warm the pot first.</p>');
  editor.view.dom.dispatchEvent(new FocusEvent('focus'));
  expect(marked()).toBe('the pot'); // who pressed elsewhere has the caret there, and nothing that changes may put it back
  editor.commands.setTextSelection(2);
  expect(marked()).toBeUndefined();
  editor.destroy();
});

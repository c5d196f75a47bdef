// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { CodeEditor } from './CodeEditor';

afterEach(cleanup);

it('whoever types stays where they are, between places that change elsewhere', () => {
  const change = vi.fn();
  const shown = (text: string) => (
    <CodeEditor id="code" label="Code" text={text} change={change} blur={vi.fn()} readOnly={false} invalid={false} required={false} describedBy={undefined} extensions={[]} />
  );
  const { rerender } = render(shown('one\ntwo\nthree'));
  const view = EditorView.findFromDOM(document.body);
  view?.dispatch({ selection: { anchor: 6 } });
  rerender(shown('number one\ntwo\nthree and more'));
  const { doc, selection } = view?.state ?? {};
  expect([doc?.toString(), doc?.sliceString(0, selection?.main.head)]).toEqual(['number one\ntwo\nthree and more', 'number one\ntw']);
  expect(change).not.toHaveBeenCalled();
});

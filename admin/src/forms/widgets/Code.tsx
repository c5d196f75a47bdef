import type { Extension } from '@codemirror/state';
import { lineNumbers } from '@codemirror/view';

import { CodeEditor } from '../editor/CodeEditor';
import { asText, type WidgetProps } from './props';

export const numbered = lineNumbers();

/** A text for machines. */
export function Code({ value, change, extensions = numbered, ...rest }: WidgetProps & { extensions?: Extension }) {
  return <CodeEditor {...rest} text={asText(value)} change={(text) => change(text || undefined)} extensions={extensions} />;
}

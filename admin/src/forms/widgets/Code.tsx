import { lineNumbers } from '@codemirror/view';

import { CodeEditor } from '../editor/CodeEditor';
import { asText, type WidgetProps } from './props';

const extensions = lineNumbers();

/** A text for machines. */
export function Code({ value, change, ...rest }: WidgetProps) {
  return <CodeEditor {...rest} text={asText(value)} change={(text) => change(text || undefined)} extensions={extensions} />;
}

import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { useLook } from '../../prose/look';
import { asText, marks, type WidgetProps } from './props';

/** The title of a page for writing: one line of text, on as many lines of the page as it needs. */
export function TitleLine(props: WidgetProps) {
  const { goTo } = useLook();
  const text = asText(props.value);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!leadsOn(event)) return;
    event.preventDefault();
    goTo?.text();
  };
  return (
    <Textarea
      {...marks(props)}
      rows={1}
      resize="none"
      // The style sheet sets these words behind the field, which is as high as they are.
      attributes={{ wrapper: { 'data-words': `${text || props.label} ` } }}
      autoComplete="off"
      placeholder={props.label}
      value={text}
      onChange={(event) => props.change(event.currentTarget.value.replaceAll(/\s*[\r\n]+\s*/g, ' ') || undefined)}
      onKeyDown={press}
    />
  );
}

/** Enter leads to the text, and so does the arrow down behind the last letter. */
function leadsOn({ key, currentTarget, nativeEvent, ctrlKey, metaKey }: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (nativeEvent.isComposing || ctrlKey || metaKey) return false;
  const { selectionStart, value } = currentTarget;
  return key === 'Enter' || (key === 'ArrowDown' && selectionStart === value.length);
}

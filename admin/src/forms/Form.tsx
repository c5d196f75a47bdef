import { Stack } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import type { Diagnostic } from '../api/diagnostic.gen';
import { Fields } from './Fields';
import { Summary } from './templates/Summary';
import { useFormState } from './useFormState';
import type { TellUnread } from './useUnread';

export interface FormProps {
  /** JSON Schema of an object, as the API gives it: collection.schema, operation.input. */
  schema: Record<string, unknown>;
  uiSchema: Record<string, unknown> | null;
  value: Record<string, unknown>;
  /** Is given a new object; an emptied field has no property in it. */
  change: (value: Record<string, unknown>) => void;
  /**
   * The server's. Each is shown at the field that it points at until that has another value, and at the top when there is
   * no such field. A new array is a new answer.
   */
  diagnostics?: readonly Diagnostic[];
  /** What the form itself kept from being done: saving what cannot be read, publishing what has faults or is not complete. */
  tried?: 'save' | 'publish' | undefined;
  /** Top-level properties that are shown and cannot be edited, because the row fills them. */
  locked?: readonly string[];
  /** Top-level properties that are not shown. */
  hidden?: readonly string[];
  /** Everything is shown, and nothing can be edited. */
  readOnly?: boolean;
  /** A draft: what is required may still be missing. */
  partial?: boolean;
  /** Enter in a field of one line, and Mod+Enter anywhere. */
  submit?: () => void;
  /** Hears of input that is in no value: while there is some, the value is not to be sent. */
  unread?: TellUnread | undefined;
  /** Tells two forms of one page apart. */
  idPrefix?: string;
}

/** A form made from a JSON Schema. */
export function Form(props: FormProps) {
  const form = useFormState(props);
  return (
    <Stack gap="md" id={form.frame.idPrefix} onKeyDown={(event) => submitBy(event, props.submit)}>
      <Summary form={form} />
      <Fields form={form} />
    </Stack>
  );
}

/** Enter sends from a field of one line; with the modifier from anywhere. Enter that ends a composition is not ours. */
function submitBy(event: KeyboardEvent, submit: (() => void) | undefined): void {
  if (!submit || event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const oneLine = event.target instanceof HTMLInputElement && event.target.getAttribute('aria-haspopup') !== 'listbox';
  if (!oneLine && !event.metaKey && !event.ctrlKey) return;
  event.preventDefault();
  submit();
}

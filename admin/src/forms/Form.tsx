import { Stack } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { Fields } from './Fields';
import { Summary } from './templates/Summary';
import { useFormState, type FormProps } from './useFormState';

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

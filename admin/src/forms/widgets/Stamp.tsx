import { TextInput } from '@mantine/core';

import { usePersonName } from '../../values/Person';
import { asText, marks, type WidgetProps } from './props';

/** The user of a stamp, which nobody types. */
export function Stamp(props: WidgetProps) {
  const id = asText(props.value);
  return <TextInput {...marks(props)} readOnly title={id} value={usePersonName(id) ?? '…'} />;
}

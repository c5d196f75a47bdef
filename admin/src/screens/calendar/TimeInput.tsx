import { TextInput, type TextInputProps } from '@mantine/core';

import { SiteTime } from '../../ui/SiteTime';

/** Asks for a time of this device, and says what it is where the site is. */
export function TimeInput({ value, type, ...rest }: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; type: (at: string) => void }) {
  return (
    <div>
      <TextInput {...rest} type="datetime-local" value={value} onChange={(event) => type(event.currentTarget.value)} />
      <SiteTime time={value === '' ? undefined : new Date(value).getTime()} />
    </div>
  );
}

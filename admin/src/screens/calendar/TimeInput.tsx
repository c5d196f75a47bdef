import { Text, TextInput, type TextInputProps } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { SiteTime } from '../../ui/SiteTime';

/** Asks for a time of this device, as its browser writes times, and says it in the reader's language, and what it is where the site is (decision 315). */
export function TimeInput({ value, type, ...rest }: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & { value: string; type: (at: string) => void }) {
  const { moment } = useSpeech();
  const time = new Date(value).getTime();
  return (
    <div>
      <TextInput {...rest} type="datetime-local" value={value} onChange={(event) => type(event.currentTarget.value)} />
      {!Number.isNaN(time) && (
        <Text size="xs" c="dimmed" mt={2}>
          {moment(time)}
        </Text>
      )}
      <SiteTime time={Number.isNaN(time) ? undefined : time} />
    </div>
  );
}

import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { SiteTime } from '../../ui/SiteTime';
import { presets, type Preset } from './presets';
import { fieldTime } from './times';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: string;
  type: (at: string) => void;
  /** Its day is given: no other one is offered. */
  ofDay?: boolean;
}

/**
 * Asks for a time to come, of this device, as its browser writes times, and says it in the reader's language, and what it is where
 * the site is (decision 315). Times that are often wanted are one press away.
 */
export function TimeInput({ value, type, ofDay = false, ...rest }: TimeInputProps) {
  const { t, moment } = useSpeech();
  const [now, setNow] = useState(() => Date.now());
  const time = new Date(value).getTime();
  const set = (at: string) => {
    setNow(Date.now());
    type(at);
  };
  return (
    <div>
      <TextInput {...rest} type="datetime-local" value={value} error={time <= now && t('calendar.past')} onChange={(event) => set(event.currentTarget.value)} />
      {!ofDay && (
        <Group gap={6} mt={6} role="group" aria-label={t('calendar.presets')}>
          {presets(now).map((each) => (
            <Button key={each.name} size="compact-xs" variant="default" onClick={() => set(fieldTime(asOfNow(each).at))}>
              {t(`calendar.preset.${each.name}`)}
            </Button>
          ))}
        </Group>
      )}
      {!Number.isNaN(time) && (
        <Text size="xs" c="dimmed" mt={4}>
          {moment(time)}
        </Text>
      )}
      <SiteTime time={Number.isNaN(time) ? undefined : time} />
    </div>
  );
}

/** The page may have been open for hours. */
const asOfNow = (preset: Preset) => presets(Date.now()).find(({ name }) => name === preset.name) ?? preset;

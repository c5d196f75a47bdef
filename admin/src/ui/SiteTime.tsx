import { Text } from '@mantine/core';

import { useBootstrap } from '../api/session';
import { useSpeech } from '../i18n/text';
import { timeThere } from './zones';

/** What a time that is being chosen is where the site tells its times, if that is elsewhere. */
export function SiteTime({ time }: { time: number | undefined }) {
  const { t, language } = useSpeech();
  const { timeZone } = useBootstrap().site;
  const there = time === undefined ? undefined : timeThere(time, timeZone, language);
  if (there === undefined) return null;
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {t('forms.zoneThere', there)}
    </Text>
  );
}

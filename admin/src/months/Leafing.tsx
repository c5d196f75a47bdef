import { Button } from '@mantine/core';

import { useShortcut } from '../app/shortcuts';
import { useSpeech } from '../i18n/text';
import type { Month } from './useMonth';

/** To the months beside this one, and back to the present: by buttons, and by the keys of left and right. */
export function Leafing({ month, go }: { month: Month; go: (month: string | undefined) => void }) {
  const { t } = useSpeech();
  const leaf = (by: number) => go(month.from(by));
  useShortcut({ keys: 'arrowleft', label: 'shortcuts.monthBefore', group: 'list' }, () => leaf(-1));
  useShortcut({ keys: 'arrowright', label: 'shortcuts.monthAfter', group: 'list' }, () => leaf(1));
  return (
    <>
      <Button variant="default" size="xs" onClick={() => leaf(-1)}>
        {t('calendar.before')}
      </Button>
      <Button variant="default" size="xs" onClick={() => go(undefined)} disabled={month.present}>
        {t('calendar.now')}
      </Button>
      <Button variant="default" size="xs" onClick={() => leaf(1)}>
        {t('calendar.after')}
      </Button>
    </>
  );
}

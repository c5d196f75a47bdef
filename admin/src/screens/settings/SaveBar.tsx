import { Button, Group, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import classes from './SaveBar.module.css';

/** Saves the form around it; it stays in sight while there is something to save. */
export function SaveBar({ unsaved, pending, discard }: { unsaved: boolean; pending: boolean; discard: () => void }) {
  const { t } = useSpeech();
  return (
    <Group justify="space-between" className={classes['root'] ?? ''} data-unsaved={unsaved || undefined}>
      <Text size="sm" c="dimmed" role="status">
        {t(unsaved ? 'entry.phase.unsaved' : 'settings.none')}
      </Text>
      <Group gap="xs">
        <Button variant="default" disabled={!unsaved || pending} onClick={discard}>
          {t('settings.discard')}
        </Button>
        <Button type="submit" disabled={!unsaved} loading={pending}>
          {t('action.save')}
        </Button>
      </Group>
    </Group>
  );
}

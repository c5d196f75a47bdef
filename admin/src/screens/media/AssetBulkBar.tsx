import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';

import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import classes from '../../lists/BulkBar.module.css';
import { BulkDelete } from './BulkDelete';

/** What can be done to the selected files; it floats above the library while there are any. */
export function AssetBulkBar({ selected, clear }: { selected: Asset[]; clear: () => void }) {
  const { t, plural } = useSpeech();
  const [deleting, setDeleting] = useState<Asset[]>([]);
  return (
    <>
      {selected.length > 0 && (
        <Paper className={classes['root']} shadow="md" withBorder role="region" aria-label={t('media.bulk')}>
          <Text size="sm" fw={600} role="status" className={classes['count'] ?? ''}>
            {plural('bulk.selected', selected.length)}
          </Text>
          <Group gap={6} wrap="wrap">
            <Button size="compact-sm" variant="light" color="red" leftSection={<Icon name="trash" />} onClick={() => setDeleting(selected)}>
              {t('media.delete')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
              {t('bulk.none')}
            </Button>
          </Group>
        </Paper>
      )}
      {deleting.length > 0 && (
        <BulkDelete
          assets={deleting}
          close={(anything) => {
            setDeleting([]);
            if (anything) clear();
          }}
        />
      )}
    </>
  );
}

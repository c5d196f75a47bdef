import { Skeleton, Stack } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import classes from './Entry.module.css';

/** The outline of an entry's form while the entry is on its way. */
export function EntrySkeleton() {
  const { t } = useSpeech();
  return (
    <div className={classes['root']} aria-busy="true" aria-label={t('app.loading')}>
      <div className={classes['head']}>
        <Skeleton h={28} w="min(320px, 60%)" />
        <Skeleton h={36} w={160} />
      </div>
      <div className={classes['columns']}>
        <Stack gap="lg" className={classes['main']}>
          {[36, 36, 80, 36, 200].map((height, i) => (
            <Stack key={i} gap={6}>
              <Skeleton h={12} w={90} />
              <Skeleton h={height} />
            </Stack>
          ))}
        </Stack>
        <Stack gap="md" className={classes['rail']}>
          <Skeleton h={150} />
          <Skeleton h={110} />
        </Stack>
      </div>
    </div>
  );
}

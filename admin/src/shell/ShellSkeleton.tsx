import { AppShell, Group, Skeleton, Stack } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { header, navbar } from './frame';

/** The shell's outline while the bootstrap is on its way. */
export function ShellSkeleton() {
  const { t } = useSpeech();
  return (
    <AppShell header={header} navbar={navbar(false)} padding="md" aria-busy="true" aria-label={t('app.loading')}>
      <AppShell.Header>
        <Group h="100%" px="md">
          <Skeleton h={16} w={140} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Stack gap={10}>
          {[90, 120, 70, 100, 60].map((width) => (
            <Skeleton key={width} h={14} w={width} />
          ))}
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main />
    </AppShell>
  );
}

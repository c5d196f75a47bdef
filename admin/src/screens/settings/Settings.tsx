import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { settingsQuery } from '../../api/settings';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Page } from '../../ui/Page';
import { Declared } from './Declared';
import { SettingsForm } from './SettingsForm';

/** What owners change while the site runs, and what its operator has declared: /admin/settings. */
export function Settings() {
  const { t } = useSpeech();
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={t('nav.settings')} hint={t('settings.hint')} narrow>
      {data ? <SettingsForm stored={data} /> : error ? <Trouble error={error} reset={() => void refetch()} /> : <FormSkeleton />}
      <Declared />
    </Page>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="md" h={720}>
      {[0, 1, 2, 3, 4].map((i) => (
        <Skeleton key={i} h={62} />
      ))}
    </Stack>
  );
}

import { Stack } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Page } from '../../ui/Page';
import { Apps } from './Apps';
import { Connect } from './Connect';

/** What acts in one's name, and how to connect more: /admin/connected-apps. */
export function ConnectedApps() {
  const { t } = useSpeech();
  return (
    <Page title={t('nav.apps')} hint={t('apps.hint')} narrow>
      <Stack gap="xl">
        <Apps />
        <Connect />
      </Stack>
    </Page>
  );
}

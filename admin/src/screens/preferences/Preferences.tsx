import { Stack, Title } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Page } from '../../ui/Page';
import { Account } from './Account';
import { Looks } from './Looks';
import { Sessions } from './Sessions';

/** One's own account, and how the application looks to one: /admin/preferences. */
export function Preferences() {
  const { t } = useSpeech();
  return (
    <Page title={t('nav.preferences')} hint={t('preferences.hint')} narrow>
      <Stack gap="xl">
        <Account />
        <section>
          <Title order={2} size="h3" mb="sm">
            {t('preferences.looks')}
          </Title>
          <Looks />
        </section>
        <Sessions />
      </Stack>
    </Page>
  );
}

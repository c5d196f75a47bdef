import { Card, List, Stack, Text, Title } from '@mantine/core';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { Purposes } from '../../ui/Purposes';

/** What stands there while the site has nowhere to keep files: what its operator can do. */
export function NotConfigured() {
  const { t } = useSpeech();
  const { purposes } = useBootstrap().site.media;
  return (
    <Page title={t('nav.media')} hint={t('media.hint')}>
      <EmptyState icon="media" title={t('media.off')} hint={t('media.offHint')}>
        <Card withBorder maw={640} mt="sm">
          <List type="ordered" size="sm" spacing="xs">
            <List.Item>{t('media.offStorage')}</List.Item>
            <List.Item>{t('media.offPurposes')}</List.Item>
            <List.Item>{t('media.offStart')}</List.Item>
          </List>
        </Card>
      </EmptyState>
      {purposes.length > 0 && (
        <Stack gap="xs" maw={720} mx="auto">
          <Title order={2} size="h3">
            {t('media.declared')}
          </Title>
          <Text component="div" size="sm">
            <Purposes purposes={purposes} />
          </Text>
        </Stack>
      )}
    </Page>
  );
}

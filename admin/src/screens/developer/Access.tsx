import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { CodeBlock } from '../../ui/CodeBlock';

/** How programs and agents come in: keys, and where MCP is. */
export function Access() {
  const { t } = useSpeech();
  const { publicUrl, mcpUrl } = useBootstrap().site;
  return (
    <Stack gap="xl" maw={760}>
      <Part title={t('developer.keys')} hint={t('developer.keysHint')}>
        <CodeBlock label={t('developer.keysCommands')} text={keyCommands} />
        <Text size="sm">{t('developer.keysUse')}</Text>
        <CodeBlock label={t('developer.keysUse')} text={`curl ${publicUrl}/api/views -H "Authorization: Bearer $QUARTET_KEY"`} />
      </Part>
      <Part title={t('developer.mcp')} hint={t('developer.mcpHint')}>
        <CodeBlock label={t('developer.interface.public')} text={mcpUrl} />
        <Text size="sm">{t('developer.mcpStaff')}</Text>
        <CodeBlock label={t('developer.interface.staff')} text={`${mcpUrl}/staff`} />
        <Text size="sm">
          <LinkAnchor to="/connected-apps">{t('connect.title')}</LinkAnchor>
        </Text>
      </Part>
      <Part title={t('developer.adminApi')} hint={t('developer.adminApiHint')} />
    </Stack>
  );
}

const keyCommands = `quartet keys create <folder> --name import --scope notes.write --days 90
quartet keys list <folder>
quartet keys revoke <folder> <id>`;

function Part({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="sm">
        {hint}
      </Text>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

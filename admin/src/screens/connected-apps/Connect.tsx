import { Code, Group, SegmentedControl, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { connectQuery } from '../../api/apps';
import type { AgentClient, Connection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { CodeBlock } from '../../ui/CodeBlock';
import { Copy } from '../../ui/Copy';
import { Refusal } from '../../ui/Refusal';
import { saidOf } from './said';

/** How to connect an agent: what to paste into which client. */
export function Connect() {
  const { t } = useSpeech();
  const { data, error } = useQuery(connectQuery);
  const [surface, choose] = useState<Connection['surface']>('staff');
  const shown = data?.surfaces.find((each) => each.surface === surface);
  return (
    <section id="connect">
      <Title order={2} size="h3">
        {t('connect.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('connect.hint')}
      </Text>
      <Refusal error={error} title={t('trouble.title')} />
      {shown ? <Surface connection={shown} choose={choose} /> : !error && <Skeleton h={330} />}
    </section>
  );
}

function Surface({ connection, choose }: { connection: Connection; choose: (surface: Connection['surface']) => void }) {
  const { t } = useSpeech();
  const { surface, url, clients } = connection;
  return (
    <Stack gap="sm">
      <SegmentedControl<Connection['surface']>
        w="fit-content"
        aria-label={t('connect.surface')}
        value={surface}
        onChange={choose}
        data={(['staff', 'public'] as const).map((value) => ({ value, label: t(`connect.${value}`) }))}
      />
      <Text size="sm">{t(surface === 'staff' ? 'connect.staffHint' : 'connect.publicHint')}</Text>
      <Group gap={6} wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t('connect.address')}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
        <Copy value={url} label={t('action.copyAddress')} />
      </Group>
      <Clients clients={clients} />
    </Stack>
  );
}

function Clients({ clients }: { clients: AgentClient[] }) {
  const { t } = useSpeech();
  return (
    <Tabs defaultValue={clients[0]?.id ?? ''} keepMounted={false}>
      <Tabs.List aria-label={t('connect.client')}>
        {clients.map((each) => (
          <Tabs.Tab key={each.id} value={each.id}>
            {saidOf(each, t).name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map((each) => (
        <Tabs.Panel key={each.id} value={each.id} pt="sm" mih={190}>
          <Client client={each} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Client({ client }: { client: AgentClient }) {
  const { t } = useSpeech();
  const { name, where, note } = saidOf(client, t);
  return (
    <>
      <Text size="sm" mb={4}>
        {t('connect.where', { where })}
      </Text>
      <CodeBlock text={client.text} label={name} />
      {note && (
        <Text size="sm" c="dimmed" mt={6}>
          {note}
        </Text>
      )}
    </>
  );
}

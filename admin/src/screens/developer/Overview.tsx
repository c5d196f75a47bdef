import { Group, Text, Title } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';

import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Copy } from '../../ui/Copy';
import { kinds, atomsOf, type Kind } from './atoms';
import { Diagnostics } from './Diagnostics';
import { Figure, Section } from './Figures';

const pageOf: Record<Kind, LinkProps> = {
  Schema: { to: '/dev/model' },
  View: { to: '/dev/logic', search: { tab: 'views' } },
  Procedure: { to: '/dev/logic' },
  Trigger: { to: '/dev/docs' },
};

/** The site in numbers: what it declares, what waits, what its manifests could do better. */
export function Overview({ console }: { console: Console }) {
  const { t, number } = useSpeech();
  const { interfaces, queue, fingerprint } = console;
  return (
    <>
      <Section title={t('developer.atoms')}>
        {kinds.map((kind) => (
          <Figure key={kind} link={pageOf[kind]} label={t(`developer.kind.${kind}`)} value={number(atomsOf(console, kind).length)} />
        ))}
      </Section>
      <Section title={t('developer.interfaces')}>
        <Figure link={{ to: '/dev/docs', search: { tab: 'http' } }} label={t('developer.interface.http')} value={number(interfaces.http.length)} />
        <Figure link={{ to: '/dev/docs', search: { tab: 'public' } }} label={t('developer.interface.public')} value={number(interfaces.mcp.filter((each) => each.surface === 'public').length)} />
        <Figure link={{ to: '/dev/docs', search: { tab: 'staff' } }} label={t('developer.interface.staff')} value={number(interfaces.mcp.filter((each) => each.surface === 'staff').length)} />
        <Figure link={{ to: '/dev/docs', search: { tab: 'pages' } }} label={t('developer.interface.pages')} value={number(interfaces.pages.length)} />
      </Section>
      <Section title={t('developer.tab.deferred')}>
        <Figure link={{ to: '/dev', search: { tab: 'deferred', state: 'pending' } }} label={t('developer.pending')} value={number(queue.pending)} />
        <Figure link={{ to: '/dev', search: { tab: 'deferred', state: 'dead' } }} label={t('developer.dead')} value={number(queue.dead)} alarming={queue.dead > 0} />
      </Section>
      <Diagnostics diagnostics={console.diagnostics} />
      <Title order={2} size="h4" mt="lg" mb={4}>
        {t('developer.fingerprint')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('developer.fingerprintHint')}
      </Text>
      <Group gap={4} wrap="nowrap" mt={4}>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {fingerprint}
        </Text>
        <Copy value={fingerprint} label={t('action.copyOf', { what: t('developer.fingerprint') })} />
      </Group>
    </>
  );
}

import { Badge, Code, Group, Text, Title } from '@mantine/core';

import { useBootstrap } from '../../api/session';
import type { Icon, Site } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Terms } from '../../ui/Terms';
import { localeName } from '../../values/names';
import { Purposes } from '../../ui/Purposes';

/** What the operator has declared, which nobody changes here. */
export function Declared() {
  const { t } = useSpeech();
  const { site } = useBootstrap();
  return (
    <section>
      <Title order={2} size="h3" mt="xl">
        {t('settings.declared')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('settings.declaredHint')}
      </Text>
      <Terms
        form="tall"
        terms={[
          [t('settings.address'), <Code>{site.publicUrl}</Code>],
          [t('settings.locales'), <Locales site={site} />],
          [t('settings.icons'), site.icons.map((icon) => <SiteIcon key={`${icon.src} ${icon.theme}`} icon={icon} />)],
          [t('settings.purposes'), <Purposes purposes={site.media.purposes} />],
        ]}
      />
    </section>
  );
}

function Locales({ site: { locales } }: { site: Site }) {
  const { t, language } = useSpeech();
  if (locales.length === 0) return <Text size="sm">{t('settings.localesNone')}</Text>;
  return locales.map((locale, i) => (
    <Group key={locale} gap="xs">
      <Code>{locale}</Code>
      <Text size="sm">{localeName(locale, language)}</Text>
      {i === 0 && (
        <Badge variant="light" tt="none" fw={500}>
          {t('settings.canonical')}
        </Badge>
      )}
    </Group>
  ));
}

function SiteIcon({ icon }: { icon: Icon }) {
  const facts = [icon.mimeType, icon.sizes?.join(', '), icon.theme].filter(Boolean).join(' · ');
  return (
    <Group gap="xs" wrap="nowrap">
      <img src={icon.src} alt="" width={24} height={24} />
      <Code style={{ overflowWrap: 'anywhere' }}>{icon.src}</Code>
      <Text size="sm" c="dimmed">
        {facts}
      </Text>
    </Group>
  );
}

import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';

import { useSpeech } from '../../i18n/text';
import { CodeBlock } from '../../ui/CodeBlock';
import type { Interface } from './interfaces';
import type { Values } from './request';
import { codeOf, languages, type Language } from './snippets';

/** The call in the language that the reader works with. */
export function Snippets({ item, values }: { item: Interface; values: Values }) {
  const { t } = useSpeech();
  const [chosen, choose] = useLocalStorage<Language>({ key: 'quartet.snippets', defaultValue: 'curl' });
  const offered = languages.filter((each) => codeOf(each, item, values) !== undefined);
  const language = offered.includes(chosen) ? chosen : 'curl';
  const hint = hintOf(language, item);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h6">
          {t('developer.call')}
        </Title>
        {offered.length > 1 && (
          <SegmentedControl
            size="xs"
            value={language}
            onChange={(next) => choose(next)}
            data={offered.map((value) => ({ value, label: t(`developer.in.${value}`) }))}
            aria-label={t('developer.language')}
          />
        )}
      </Group>
      <CodeBlock text={codeOf(language, item, values) ?? ''} label={t('developer.exampleOf', { name: item.name })} />
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(`developer.credentialHint.${hint}`)}
        </Text>
      )}
      {language !== 'curl' && item.call.by === 'http' && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('developer.generated')}
        </Text>
      )}
    </div>
  );
}

/** What stands for the credential: a generated client sends a token where a command can send a cookie. */
function hintOf(language: Language, { credential, audience, call }: Interface) {
  if (credential === 'none') return undefined;
  return language === 'curl' || audience === 'staff' || call.by === 'mcp' ? credential : 'bearer';
}

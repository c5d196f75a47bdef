import { Code, Group, Spoiler, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { CodeBlock } from '../../ui/CodeBlock';
import classes from './AnswerView.module.css';
import type { Answer } from './request';

/** How much of a body is shown. */
const most = 100_000;

/** An answer as it came: its status, how long it took, its headers and its body. */
export function AnswerView({ answer, name }: { answer: Answer; name: string }) {
  const { t, number } = useSpeech();
  const { status, statusText, took, size, headers } = answer;
  const text = answer.json === undefined ? answer.text : JSON.stringify(answer.json, null, 2);
  return (
    <section aria-label={t('developer.try.answer')}>
      <Group gap="xs" mb={4} role="status">
        <span className={classes['status']} data-refused={status >= 400 || undefined}>
          {`${status} ${statusText}`.trim()}
        </span>
        <Text size="xs" c="dimmed">
          {t('developer.try.took', { ms: number(Math.round(took)), bytes: number(size) })}
        </Text>
      </Group>
      <CodeBlock text={text.length > most ? text.slice(0, most) : text} label={t('developer.try.bodyOf', { name })} tall />
      {text.length > most && (
        <Text size="xs" c="dimmed">
          {t('developer.try.cut', { count: number(most) })}
        </Text>
      )}
      <Spoiler maxHeight={0} showLabel={t('developer.try.headers')} hideLabel={t('developer.try.noHeaders')} styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}>
        <Code block>{headers.map(([header, value]) => `${header}: ${value}`).join('\n')}</Code>
      </Spoiler>
    </section>
  );
}

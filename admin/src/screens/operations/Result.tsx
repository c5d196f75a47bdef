import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';

import type { Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { homeOf } from '../../operations/subject';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { Output } from './Output';

/** What an operation answered, and where to go from there. */
export function Result({ operation, output, again }: { operation: Operation; output: unknown; again: () => Promise<void> }) {
  const { t } = useSpeech();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const home = homeOf(operation);
  return (
    <Stack gap="md" maw={760}>
      <Card withBorder padding="md">
        <Group gap="xs" mb="sm">
          <Icon name="check" size={20} />
          <Title order={2} size="h4" ref={head} tabIndex={-1} style={{ outline: 'none' }}>
            {t('operations.result')}
          </Title>
        </Group>
        <Output value={output} schema={operation.output} />
      </Card>
      <Group gap="xs">
        <Button onClick={() => void again()} leftSection={<Icon name="operation" />}>
          {t('operations.again')}
        </Button>
        {home !== undefined && (
          <LinkButton to="/c/$collection" params={{ collection: home }} variant="default">
            {t('operations.toList')}
          </LinkButton>
        )}
      </Group>
    </Stack>
  );
}

import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { articleCollection, useBootstrap } from '../../api/session';
import type { Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { onwardFrom, type Place } from '../../operations/onward';
import { homeOf } from '../../operations/subject';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import classes from './OperationPage.module.css';
import { Output } from './Output';

interface ResultProps {
  operation: Operation;
  output: unknown;
  /** The entry that the form was opened for. */
  ranOn: Place | undefined;
  again: () => Promise<void>;
}

/** What an operation answered, and where to go from there: most people are done with it, and go back to what they did before. */
export function Result({ operation, output, ranOn, again }: ResultProps) {
  const { t } = useSpeech();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const entry = onwardFrom(output, ranOn);
  const home = articleCollection(useBootstrap().collections, homeOf(operation) ?? '');
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
      <Group className={classes['foot']} gap="xs">
        {entry && (
          <LinkButton to="/c/$collection/$id" params={entry}>
            {t('operations.toEntry')}
          </LinkButton>
        )}
        {home && (
          <LinkButton to="/c/$collection" params={{ collection: home.name }} variant={entry ? 'default' : 'filled'}>
            {t('operations.toList')}
          </LinkButton>
        )}
        <Button variant={entry || home ? 'default' : 'filled'} onClick={() => void again()} leftSection={<Icon name="operation" />}>
          {t('operations.again')}
        </Button>
      </Group>
    </Stack>
  );
}

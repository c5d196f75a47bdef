import { Anchor, Button, Card, Collapse, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import type { Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Facts, factsOf } from '../../lists/Facts';
import { wasRefused } from '../../operations/idempotency';
import { inputSchemas, versionField } from '../../operations/input';
import { Icon } from '../../ui/icons';
import { without } from '../../values/data';
import { Output } from './Output';
import { useRuns, type Run } from './runs';

/** What was run with this operation in this visit, the latest first. */
export function RunHistory({ operation, fillIn }: { operation: Operation; fillIn: (input: Record<string, unknown>) => void }) {
  const { t } = useSpeech();
  const { runs } = useRuns();
  const own = runs.filter((each) => each.operation === operation.name);
  if (own.length === 0) return null;
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('operations.history')}>
      <Text size="xs" c="dimmed" fw={600} mb={6}>
        {t('operations.history')}
      </Text>
      <Stack gap={4}>
        {own.map((run) => (
          <Line key={run.id} run={run} operation={operation} fillIn={fillIn} />
        ))}
      </Stack>
    </Card>
  );
}

function Line({ run, operation, fillIn }: { run: Run; operation: Operation; fillIn: (input: Record<string, unknown>) => void }) {
  const { t, moment } = useSpeech();
  const [opened, { toggle }] = useDisclosure(false);
  const { outcome } = run;
  const input = without(run.input, [versionField]);
  const said = t(outcome.ok ? 'operations.result' : wasRefused(outcome.failure) ? 'operations.refused' : 'operations.unknownOutcome');
  return (
    <div>
      <Anchor component="button" type="button" size="sm" c="inherit" w="100%" ta="left" aria-expanded={opened} onClick={toggle}>
        <Group gap={6} wrap="nowrap">
          <Icon name={outcome.ok ? 'check' : 'alert'} color={outcome.ok ? 'var(--mantine-color-leaf-6)' : 'var(--mantine-color-error)'} />
          <Text size="sm" truncate flex={1}>
            {run.about === undefined ? said : <>{run.about} <VisuallyHidden>{said}</VisuallyHidden></>}
          </Text>
          <Text size="xs" c="dimmed" flex="none">
            {moment(run.time)}
          </Text>
        </Group>
      </Anchor>
      <Collapse expanded={opened}>
        <Stack gap="xs" p="xs">
          {outcome.ok ? <Output value={outcome.output} schema={operation.output} /> : <Text size="sm">{outcome.failure.message}</Text>}
          <Facts facts={factsOf(input, inputSchemas(operation))} currency={input['currency']} long />
          <Group>
            <Button size="compact-xs" variant="default" onClick={() => fillIn(input)}>
              {t('operations.fillIn')}
            </Button>
          </Group>
        </Stack>
      </Collapse>
    </div>
  );
}

import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';

import { ApiFailure } from '../../api/failure';
import type { Operation } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { focusFirstInvalid } from '../../forms/focus';
import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { keyField } from '../../operations/idempotency';
import type { Hindrance } from '../../operations/readiness';
import { Icon } from '../../ui/icons';
import { Failed } from './Failed';
import { Moved } from './Moved';
import classes from './OperationPage.module.css';
import type { useOperationForm } from './useOperationForm';

/** What the operation asks for, why it was refused, and Run. */
export function OperationForm({ operation, form }: { operation: Operation; form: ReturnType<typeof useOperationForm> }) {
  const { t } = useSpeech();
  const { run, hindrance, submit, hidden } = form;
  const failure = run.error instanceof ApiFailure ? run.error : undefined;
  const diagnostic = failure?.diagnostic;
  const field = run.move ? undefined : failure?.pointer[0];
  const atField = field !== undefined && !hidden.includes(field);
  useEffect(() => {
    if (atField) focusFirstInvalid();
  }, [run.error, atField]);
  useShortcut({ keys: 'mod+enter', label: 'operations.run', group: 'general' }, submit);
  const asked = Object.keys(form.schema['properties'] ?? {}).some((name) => !hidden.includes(name));
  return (
    <Stack gap="md" className={classes['form']}>
      {run.move && (
        <Moved
          move={run.move}
          take={(now) => {
            form.row.take(now);
            run.forgetMove();
            run.reset();
          }}
        />
      )}
      {run.error && !run.move && !atField && <Failed error={run.error} keyed={keyField(operation) !== undefined} />}
      {!asked && <Text size="sm">{t('operations.nothingAsked')}</Text>}
      <Form
        schema={form.schema}
        uiSchema={operation.uiSchema}
        value={form.value}
        change={form.change}
        locked={form.locked}
        hidden={hidden}
        diagnostics={diagnostic && atField ? [diagnostic] : []}
        unread={form.unread}
        submit={submit}
      />
      <Group className={classes['foot']} gap="sm">
        <Button onClick={submit} disabled={hindrance !== null && hindrance !== 'running'} loading={hindrance === 'running'} leftSection={<Icon name="operation" />}>
          {t('operations.run')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {hindrance ? t(reasons[hindrance]) : <Kbd size="xs" visibleFrom="sm">{t('operations.keys')}</Kbd>}
        </Text>
      </Group>
    </Stack>
  );
}

const reasons = {
  running: 'operations.hindrance.running',
  loading: 'operations.hindrance.loading',
  moved: 'operations.hindrance.moved',
  gone: 'operations.hindrance.gone',
  choose: 'operations.hindrance.choose',
  noTarget: 'operations.hindrance.noTarget',
} as const satisfies Record<Hindrance, string>;

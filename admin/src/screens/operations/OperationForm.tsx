import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

import { ApiFailure } from '../../api/failure';
import type { Operation } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { focusFirstInvalid } from '../../forms/focus';
import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { isDestructive } from '../../operations/destructive';
import { keyField } from '../../operations/idempotency';
import type { Hindrance } from '../../operations/readiness';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/icons';
import { Failed } from './Failed';
import { Moved } from './Moved';
import classes from './OperationPage.module.css';
import type { useOperationForm } from './useOperationForm';

/** What the operation asks for, why it was refused, and Run. */
export function OperationForm({ operation, form }: { operation: Operation; form: ReturnType<typeof useOperationForm> }) {
  const { t } = useSpeech();
  const { run, hindrance, hidden } = form;
  const [asking, ask] = useState(false);
  const destructive = isDestructive(operation);
  const submit = destructive ? () => ask(form.ready()) : form.submit;
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
      {!asked && <Text size="sm">{form.about === undefined ? t('operations.nothingAsked') : t('operations.nothingAskedOf', { title: form.about })}</Text>}
      <Form
        schema={form.schema}
        uiSchema={operation.uiSchema}
        value={form.value}
        change={form.change}
        hidden={hidden}
        diagnostics={diagnostic && atField ? [diagnostic] : []}
        unread={form.unread}
        submit={submit}
      />
      <Group className={classes['foot']} gap="sm">
        <Button onClick={submit} {...(destructive ? { color: 'red.9' } : {})} disabled={hindrance !== null && hindrance !== 'running'} loading={hindrance === 'running'} leftSection={<Icon name={destructive ? 'trash' : 'operation'} />}>
          {t('operations.run')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {hindrance ? t(reasons[hindrance]) : <Kbd size="xs" visibleFrom="sm">{t('operations.keys')}</Kbd>}
        </Text>
      </Group>
      <SureToDelete
        operation={operation}
        about={form.about}
        opened={asking}
        close={() => ask(false)}
        go={() => {
          ask(false);
          form.submit();
        }}
      />
    </Stack>
  );
}

interface SureProps {
  operation: Operation;
  about: string | undefined;
  opened: boolean;
  close: () => void;
  go: () => void;
}

/** Asks before an operation deletes; what it answers, and why it was refused, is told by the form. */
function SureToDelete({ operation, about, opened, close, go }: SureProps) {
  const { t, text } = useSpeech();
  const title = text(operation.title, operation.name);
  return (
    <Confirm opened={opened} close={close} title={t('operations.sure', { operation: title })} action={t('operations.deleteForGood')} go={go}>
      {about === undefined ? t('operations.deletes') : t('operations.deletesEntry', { title: about })}
    </Confirm>
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

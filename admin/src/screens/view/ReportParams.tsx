import { Button, Card, Group } from '@mantine/core';
import { useEffect, useState } from 'react';

import type { Diagnostic } from '../../api/diagnostic.gen';
import type { View } from '../../api/types.gen';
import { focusFirstInvalid } from '../../forms/focus';
import { useUnreadForms } from '../../forms/useUnread';
import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { paramSchemas, paramsOf, type ReportSearch, type Change } from '../../reports/address';
import classes from './ReportParams.module.css';

interface ParamsProps {
  view: View;
  search: ReportSearch;
  change: Change;
  /** Why the service refused what the address asks for. */
  diagnostic?: Diagnostic | undefined;
}

/** The params of a View as a form. A choice is taken at once, what is typed when the form is sent. */
export function ReportParams({ view, search, change, diagnostic }: ParamsProps) {
  const { t } = useSpeech();
  const there = paramsOf(view, search);
  const [value, setValue] = useState(there);
  const [seen, setSeen] = useState(JSON.stringify(there));
  // Going back changes the address under the form.
  if (seen !== JSON.stringify(there)) {
    setSeen(JSON.stringify(there));
    setValue(there);
  }
  useEffect(() => {
    if (diagnostic) focusFirstInvalid('params');
  }, [diagnostic]);
  const schemas = paramSchemas(view);
  const unread = useUnreadForms();
  const ask = (next: Record<string, unknown>) => {
    if (unread.first === undefined) change(Object.fromEntries(Object.keys(schemas).map((name) => [name, next[name]])));
    else focusFirstInvalid(unread.first);
  };
  const take = (next: Record<string, unknown>) => {
    setValue(next);
    const chosen = Object.keys(schemas).filter((name) => next[name] !== value[name]);
    if (chosen.length > 0 && chosen.every((name) => isChoice(schemas[name])) && isWhole(view, next)) ask(next);
  };
  if (Object.keys(schemas).length === 0) return null;
  return (
    <Card withBorder padding="sm" mb="md" component="section" aria-label={t('reports.params')}>
      <Group align="flex-end" gap="sm" className={classes['fields']}>
        <Form
          schema={view.params ?? {}}
          uiSchema={null}
          value={value}
          change={take}
          submit={() => ask(value)}
          diagnostics={diagnostic ? [diagnostic] : []}
          partial
          unread={unread.tell}
          idPrefix="params"
        />
        <Button onClick={() => ask(value)} disabled={!isWhole(view, value)}>
          {t('reports.show')}
        </Button>
      </Group>
    </Card>
  );
}

const isChoice = (schema: { enum?: unknown[]; type?: string | string[] } | undefined) => schema?.enum !== undefined || schema?.type === 'boolean';

function isWhole(view: View, value: Record<string, unknown>): boolean {
  return ((view.params?.['required'] as string[] | undefined) ?? []).every((name) => value[name] !== undefined);
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { failureOf } from '../../api/failure';
import { focusFirstInvalid } from '../../forms/focus';
import { Form } from '../../forms/Form';
import { startingValue } from '../../forms/starting';
import { useUnreadForms } from '../../forms/useUnread';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/icons';
import { Refusal } from '../../ui/Refusal';
import { AnswerView } from './AnswerView';
import type { Interface } from './interfaces';
import { exampleOf, type JsonSchema } from './jsonSchema';
import { namesInPath, requestOf, send, type HttpRequest, type Values } from './request';
import { Snippets } from './Snippets';

/** A form for the input, the call for exactly these values, and the answer to it. */
export function Try({ item }: { item: Interface }) {
  const { t } = useSpeech();
  const [value, change] = useState<Values>(() => (item.input ? startingValue(item.input) : {}));
  const [sure, ask] = useState(false);
  const unread = useUnreadForms();
  const sending = useMutation({ mutationFn: (values: Values) => send(sentBy(item, values)) });
  const go = () => {
    ask(false);
    if (unread.first === undefined) sending.mutate(value);
    else focusFirstInvalid(unread.first);
  };
  const submit = item.deletes ? () => ask(true) : go;
  const diagnostic = sending.data && sending.data.status >= 400 ? failureOf(sending.data.status, sending.data.json).diagnostic : undefined;
  const ready = item.call.by === 'mcp' || namesInPath(item.call.path).every((name) => value[name] !== undefined);
  return (
    <Stack gap="sm">
      {asks(item) && (
        <Form schema={item.input ?? {}} uiSchema={null} value={value} change={change} submit={submit} diagnostics={diagnostic ? [diagnostic] : []} partial unread={unread.tell} idPrefix={`try-${item.key}`} />
      )}
      <Group gap="sm">
        <Button onClick={submit} loading={sending.isPending} disabled={!ready} {...(item.deletes ? { color: 'red.9' } : {})} leftSection={<Icon name="operation" />}>
          {t('developer.try.send')}
        </Button>
        <Text size="sm" c="dimmed">
          {t(isRead(item) ? 'developer.try.reads' : 'developer.try.writes')}
        </Text>
      </Group>
      <Confirm opened={sure} close={() => ask(false)} title={t('developer.try.sure', { name: item.name })} action={t('developer.try.send')} go={go}>
        {t('developer.try.deletes')}
      </Confirm>
      <Refusal error={sending.error} title={t('developer.try.noAnswer')} />
      {sending.data && <AnswerView answer={sending.data} name={item.name} />}
      <Snippets item={item} values={{ ...exampleFor(item), ...value }} />
    </Stack>
  );
}

const asks = ({ input }: Interface) => Object.keys(input?.properties ?? {}).length > 0;

const isRead = ({ method, name }: Interface) => method === 'GET' || name.startsWith('query_view_');

/** What stands for a required value until the form has one. */
function exampleFor({ input }: Interface): Values {
  return input ? (exampleOf(input, { ...input, type: 'object' } satisfies JsonSchema) as Values) : {};
}

/** A session is refused at /mcp, so that a tool is run through the Admin API, which permits what an agent of the same person may. */
function sentBy({ call }: Interface, values: Values): HttpRequest {
  if (call.by === 'http') return requestOf(call.method, call.path, values);
  return { method: 'POST', path: '/admin/api/developer-console/tools', body: { surface: call.surface, tool: call.tool, arguments: values } };
}

import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { identity } from '../../api/identity';
import { useSpeech } from '../../i18n/text';
import { Refusal } from '../../ui/Refusal';
import { destination } from './destination';

interface ByMailProps {
  codes: boolean;
  links: boolean;
  entered: () => void;
}

/** A code or a link by email. Nobody learns here whether an address is known. */
export function ByMail({ codes, links, entered }: ByMailProps) {
  const { t } = useSpeech();
  const { to } = useSearch({ from: '/sign-in' });
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<'code' | 'link'>();
  const send = (by: 'code' | 'link') => (by === 'code' ? identity.sendCode(email) : identity.sendLink(email, destination(to)));
  const { mutate, error, isPending, variables } = useMutation({ mutationFn: send, onSuccess: (_, by) => setSent(by) });
  const ways = <Ways again={() => send(sent ?? 'code')} back={() => setSent(undefined)} />;
  if (sent === 'code') return <EnterCode email={email} entered={entered} ways={ways} />;
  if (sent === 'link') return <LinkSent email={email} ways={ways} />;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(codes ? 'code' : 'link');
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <TextInput
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        autoFocus
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Refusal error={error} title={t('signIn.failed')} />
      {codes && (
        <Button type="submit" loading={isPending && variables === 'code'}>
          {t('signIn.sendCode')}
        </Button>
      )}
      {links && (
        <Button
          type={codes ? 'button' : 'submit'}
          variant={codes ? 'default' : 'filled'}
          loading={isPending && variables === 'link'}
          onClick={(event) => codes && event.currentTarget.form?.reportValidity() && mutate('link')}
        >
          {t('signIn.sendLink')}
        </Button>
      )}
    </Stack>
  );
}

function EnterCode({ email, entered, ways }: { email: string; entered: () => void; ways: ReactNode }) {
  const { t } = useSpeech();
  const [code, setCode] = useState('');
  const { mutate, error, isPending } = useMutation({ mutationFn: () => identity.signInWithCode(email, code.trim()), onSuccess: entered });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Text size="sm" role="status">
        {t('signIn.codeSent', { email })}
      </Text>
      <TextInput
        label={t('signIn.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        withAsterisk={false}
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Refusal error={error} title={t('signIn.failed')} />
      <Button type="submit" loading={isPending}>
        {t('signIn.enter')}
      </Button>
      {ways}
    </Stack>
  );
}

function LinkSent({ email, ways }: { email: string; ways: ReactNode }) {
  const { t } = useSpeech();
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t('signIn.linkSent', { email })}
      </Text>
      {ways}
    </Stack>
  );
}

/** What to do when nothing comes. */
function Ways({ again, back }: { again: () => Promise<unknown>; back: () => void }) {
  const { t } = useSpeech();
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: again });
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Anchor component="button" type="button" size="sm" onClick={() => mutate()} disabled={isPending}>
          {t('signIn.again')}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {t('signIn.otherAddress')}
        </Anchor>
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {isSuccess && t('signIn.sentAgain')}
      </Text>
      <Refusal error={error} title={t('signIn.failed')} />
    </>
  );
}

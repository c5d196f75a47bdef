import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { ApiFailure } from '../../api/failure';
import { invite, staffQuery } from '../../api/people';
import { useBootstrap } from '../../api/session';
import type { Invitation } from '../../api/types.gen';
import type { Role } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { Refusal } from '../../ui/Refusal';
import { saidOf } from '../../values/said';
import { Invited } from './Invited';
import { RoleChoice } from './RoleChoice';

/** Invites somebody to the staff, and says what came of it. */
export function Invite({ opened, close }: { opened: boolean; close: () => void }) {
  const { t } = useSpeech();
  const [made, setMade] = useState<Invitation>();
  const leave = () => {
    setMade(undefined);
    close();
  };
  return (
    <Dialog opened={opened} close={leave} title={t('invite.title')}>
      {made ? <Invited invitation={made} again={() => setMade(undefined)} close={leave} /> : <InviteForm made={setMade} close={leave} />}
    </Dialog>
  );
}

function InviteForm({ made, close }: { made: (invitation: Invitation) => void; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const mails = useBootstrap().site.capabilities.invitations;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => invite({ email: email.trim(), role }),
    onSuccess: made,
    onSettled: () => queries.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
  const atEmail = error instanceof ApiFailure && error.pointer[0] === 'email';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <TextInput
        label={t('invite.email')}
        description={t('invite.emailHint')}
        type="email"
        name="email"
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={atEmail && saidOf(error, speech)}
      />
      <RoleChoice value={role} set={setRole} />
      {!mails && <Text size="sm" c="dimmed">{t('invite.noMail')}</Text>}
      <Refusal error={atEmail ? null : error} title={t('invite.failed')} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t(mails ? 'invite.send' : 'invite.make')}
        </Button>
      </Group>
    </Stack>
  );
}

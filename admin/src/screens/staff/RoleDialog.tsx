import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { setRole, staffQuery } from '../../api/people';
import { isAtLeast } from '../../api/session';
import type { StaffUser } from '../../api/types.gen';
import type { Role } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Notice } from '../../ui/Notice';
import { Refusal } from '../../ui/Refusal';
import { nameOf } from './name';
import { RoleChoice } from './RoleChoice';

/** Gives somebody another role. What it takes away is said before it is done. */
export function RoleDialog({ user, close }: { user: StaffUser; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const name = nameOf(user);
  const queries = useQueryClient();
  const [role, choose] = useState<Role>(user.role);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setRole(user.id, role),
    onSuccess: () => {
      notifyDone(speech, t('staff.changed', { name, role: t(`role.${role}`) }));
      close();
    },
    // Somebody else may have been quicker.
    onSettled: () => queries.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
  const lowers = role !== user.role && !isAtLeast(role, user.role);
  return (
    <Dialog opened close={close} title={t('staff.roleOf', { name })}>
      <Stack gap="md">
        <RoleChoice value={role} set={choose} />
        {role !== user.role && <Effect role={role} lowers={lowers} />}
        <Refusal error={error} title={t('staff.conflict')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button {...(lowers ? { color: 'red.9' } : {})} disabled={role === user.role} loading={isPending} onClick={() => mutate()}>
            {t('staff.changeTo', { role: t(`role.${role}`) })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Effect({ role, lowers }: { role: Role; lowers: boolean }) {
  const { t } = useSpeech();
  return (
    <Notice tone={lowers ? 'warning' : 'quiet'} mb={0}>
      {lowers ? t('staff.lowered', { role: t(`role.${role}`) }) : t(role === 'owner' ? 'staff.ownerToo' : 'staff.raised')}
    </Notice>
  );
}

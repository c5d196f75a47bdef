import { Badge, Group, Text } from '@mantine/core';
import { useMemo } from 'react';

import { useMe } from '../../api/session';
import type { StaffUser } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import type { ListColumn } from '../../lists/ListTable';
import { Ago } from '../../ui/Ago';
import { nameOf } from './name';

/** The columns of the list of staff. */
export function useStaffColumns(): ListColumn<StaffUser>[] {
  const speech = useSpeech();
  const { userId } = useMe();
  return useMemo(() => columnsOf(speech, userId), [speech, userId]);
}

function columnsOf({ t }: Speech, me: string): ListColumn<StaffUser>[] {
  return [
    { id: 'name', head: t('person.name'), main: true, cell: (row) => <Name user={row} own={row.id === me} /> },
    { id: 'role', head: t('person.role'), cell: (row) => t(`role.${row.role}`) },
    { id: 'state', head: t('staff.state'), wide: true, cell: (row) => <State state={row.state} /> },
    { id: 'since', head: t('staff.since'), wide: true, end: true, cell: (row) => <Ago time={row.createdAt} /> },
  ];
}

function Name({ user, own }: { user: StaffUser; own: boolean }) {
  const { t } = useSpeech();
  return (
    <Group gap={8} wrap="nowrap">
      <Text span inherit truncate fw={500}>
        {nameOf(user)}
      </Text>
      <Text span inherit truncate c="dimmed">
        {[user.name && user.email, user.login].filter(Boolean).join(' · ')}
      </Text>
      {own && <Badge variant="light" tt="none" fw={500} flex="none">{t('person.you')}</Badge>}
      {user.state === 'invited' && <Badge hiddenFrom="md" variant="default" tt="none" fw={500} flex="none">{t('staff.invited')}</Badge>}
    </Group>
  );
}

function State({ state }: { state: StaffUser['state'] }) {
  const { t } = useSpeech();
  return state === 'active' ? t('staff.active') : <Badge variant="default" tt="none" fw={500} miw="max-content">{t('staff.invited')}</Badge>;
}

import { Badge, Group, Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Member } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import type { ListColumn } from '../../lists/ListTable';
import { Ago } from '../../ui/Ago';
import { Copy } from '../../ui/Copy';

/** The columns of the list of members. */
export function useMemberColumns(): ListColumn<Member>[] {
  const speech = useSpeech();
  return useMemo(() => columnsOf(speech), [speech]);
}

function columnsOf({ t }: Speech): ListColumn<Member>[] {
  return [
    { id: 'email', head: t('person.email'), main: true, cell: (row) => <Email member={row} /> },
    { id: 'name', head: t('person.name'), wide: true, cell: (row) => row.name || <Dimmed text={t('members.noName')} /> },
    { id: 'verified', head: t('field.status'), wide: true, cell: (row) => <Verified verified={row.emailVerified} /> },
    { id: 'createdAt', head: t('members.created'), wide: true, end: true, cell: (row) => <Ago time={row.createdAt} /> },
    {
      id: 'lastSeenAt', head: t('members.seen'), end: true,
      cell: (row) => (row.lastSeenAt === null ? <Dimmed text={t('members.never')} /> : <Ago time={row.lastSeenAt} />),
    },
  ];
}

function Email({ member: { email, name } }: { member: Member }) {
  const { t } = useSpeech();
  if (email === '') return name || <Dimmed text={t('members.noEmail')} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Text span inherit truncate fw={500}>
        {email}
      </Text>
      <Copy value={email} label={t('members.copyEmail', { email })} />
    </Group>
  );
}

function Verified({ verified }: { verified: boolean }) {
  const { t } = useSpeech();
  return (
    <Badge variant={verified ? 'light' : 'default'} tt="none" fw={500} miw="max-content">
      {t(verified ? 'members.verified' : 'members.unverified')}
    </Badge>
  );
}

function Dimmed({ text }: { text: string }) {
  return (
    <Text span inherit c="dimmed">
      {text}
    </Text>
  );
}

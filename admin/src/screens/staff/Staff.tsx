import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { staffQuery } from '../../api/people';
import type { StaffUser } from '../../api/types.gen';
import { useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { ListTable } from '../../lists/ListTable';
import { Trouble } from '../../shell/Trouble';
import { Icon } from '../../ui/icons';
import { Page } from '../../ui/Page';
import { useStaffColumns } from './columns';
import { Invite } from './Invite';
import { InviteAgain } from './InviteAgain';
import { nameOf } from './name';
import { RemoveDialog } from './RemoveDialog';
import { RoleDialog } from './RoleDialog';
import { Roles } from './Roles';
import { StaffMenu, type StaffAction } from './StaffMenu';

/** Who works on the site, and who is invited to: /admin/staff. */
export function Staff() {
  const { t } = useSpeech();
  const { invite = false } = useSearch({ from: '/staff/staff' });
  const navigate = useNavigate({ from: '/staff' });
  const inviting = (open: boolean) => void navigate({ search: open ? { invite: true } : {}, replace: true });
  return (
    <Page
      title={t('nav.staff')}
      hint={t('staff.hint')}
      actions={
        <Button leftSection={<Icon name="invite" />} onClick={() => inviting(true)}>
          {t('invite.go')}
        </Button>
      }
    >
      <StaffList />
      <Roles />
      <Invite opened={invite} close={() => inviting(false)} />
    </Page>
  );
}

function StaffList() {
  const { t } = useSpeech();
  const me = useMe();
  const columns = useStaffColumns();
  const { data, error, isPending, refetch } = useQuery(staffQuery);
  const [doing, setDoing] = useState<{ action: StaffAction; user: StaffUser }>();
  if (error && !data) return <Trouble error={error} reset={() => void refetch()} />;
  const users = data?.users ?? [];
  const owners = users.filter((each) => each.role === 'owner' && each.state === 'active').length;
  const close = () => setDoing(undefined);
  return (
    <>
      <ListTable<StaffUser>
        label={t('nav.staff')}
        columns={columns}
        rows={users}
        rowId={(row) => row.id}
        rowName={nameOf}
        loading={isPending}
        actions={(row) => row.id !== me.userId && <StaffMenu user={row} begin={(action) => setDoing({ action, user: row })} />}
      />
      <Text size="sm" c="dimmed" mt="xs" mih={22}>
        {data && t(owners === 1 ? 'staff.onlyOwner' : 'staff.ownRole')}
      </Text>
      {doing?.action === 'role' && <RoleDialog user={doing.user} close={close} />}
      {doing?.action === 'again' && <InviteAgain user={doing.user} close={close} />}
      {(doing?.action === 'remove' || doing?.action === 'withdraw') && <RemoveDialog user={doing.user} close={close} />}
    </>
  );
}

import { ActionIcon, Menu } from '@mantine/core';

import type { StaffUser } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { nameOf } from './name';

export type StaffAction = 'role' | 'remove' | 'again' | 'withdraw';

/** What an owner can do about somebody else. */
export function StaffMenu({ user, begin }: { user: StaffUser; begin: (action: StaffAction) => void }) {
  const { t } = useSpeech();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('staff.actions', { name: nameOf(user) })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.state === 'invited' ? (
          <>
            <Menu.Item leftSection={<Icon name="invite" />} onClick={() => begin('again')}>
              {t('menu.asks', { verb: t('invite.againGo') })}
            </Menu.Item>
            <Menu.Item color="var(--mantine-color-error)" leftSection={<Icon name="trash" />} onClick={() => begin('withdraw')}>
              {t('menu.asks', { verb: t('staff.withdraw') })}
            </Menu.Item>
          </>
        ) : (
          <>
            <Menu.Item leftSection={<Icon name="staff" />} onClick={() => begin('role')}>
              {t('menu.asks', { verb: t('staff.changeRole') })}
            </Menu.Item>
            <Menu.Item color="var(--mantine-color-error)" leftSection={<Icon name="trash" />} onClick={() => begin('remove')}>
              {t('menu.asks', { verb: t('staff.remove') })}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

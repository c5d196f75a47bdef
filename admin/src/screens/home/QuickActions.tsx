import { Button, Menu } from '@mantine/core';
import { useMemo } from 'react';

import { isAtLeast, useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { creatable } from '../../app/toWrite';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkButton, LinkItem } from '../../ui/links';
import classes from './Home.module.css';

/** What people come here to do: an entry of the collection that they use most, and a menu with the rest. */
export function QuickActions() {
  const { t, text } = useSpeech();
  const { me, collections } = useBootstrap();
  const [first, ...others] = useMemo(() => creatable(me, collections), [me, collections]);
  if (!first) return <Others others={[]} lone />;
  return (
    <Button.Group className={classes['start'] ?? ''}>
      <LinkButton to="/c/$collection/$id" params={{ collection: first.name, id: 'new' }} leftSection={<Icon name="plus" />}>
        {t('home.newIn', { collection: text(first.title, first.name) })}
      </LinkButton>
      <Others others={others} />
    </Button.Group>
  );
}

/** `lone`: nothing is begun here, so the menu has a name on it. */
function Others({ others, lone }: { others: readonly Collection[]; lone?: boolean }) {
  const { t, text } = useSpeech();
  const { me, operations } = useBootstrap();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {lone ? (
          <Button variant="default" rightSection={<Icon name="down" size={14} />}>
            {t('home.quick')}
          </Button>
        ) : (
          <Button px={9} aria-label={t('home.quick')} title={t('home.quick')}>
            <Icon name="down" size={16} />
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {others.map(({ name, title }) => (
          <LinkItem key={name} to="/c/$collection/$id" params={{ collection: name, id: 'new' }} leftSection={<Icon name="plus" />}>
            {t('home.newIn', { collection: text(title, name) })}
          </LinkItem>
        ))}
        {others.length > 0 && <Menu.Divider />}
        {operations.length > 0 && (
          <LinkItem to="/ops" leftSection={<Icon name="operation" />}>
            {t('home.operate')}
          </LinkItem>
        )}
        {isAtLeast(me.role, 'owner') && (
          <LinkItem to="/staff" search={{ invite: true }} leftSection={<Icon name="invite" />}>
            {t('home.invite')}
          </LinkItem>
        )}
        <LinkItem to="/connected-apps" hash="connect" leftSection={<Icon name="plug" />}>
          {t('connect.title')}
        </LinkItem>
      </Menu.Dropdown>
    </Menu>
  );
}

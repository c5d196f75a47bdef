import { AppShell, Burger, Group, Kbd, UnstyledButton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useBootstrap } from '../api/session';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
import { SiteIcon } from '../ui/SiteIcon';
import classes from './Header.module.css';
import { UserMenu } from './UserMenu';

interface HeaderProps {
  navOpen: boolean;
  toggleNav: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

export function Header({ navOpen, toggleNav, openPalette, openHelp }: HeaderProps) {
  const { t } = useSpeech();
  const { site } = useBootstrap();
  return (
    <AppShell.Header className={classes['root']}>
      <Group h="100%" px="sm" gap="sm" wrap="nowrap">
        <Burger
          opened={navOpen}
          onClick={toggleNav}
          hiddenFrom="sm"
          size="sm"
          aria-label={t(navOpen ? 'nav.close' : 'nav.open')}
          aria-expanded={navOpen}
        />
        <Link to="/" className={classes['brand']}>
          <SiteIcon icons={site.icons} size={24} />
          <Text fw={650} truncate>
            {site.brand || site.title}
          </Text>
        </Link>
        <UnstyledButton className={classes['search']} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <Icon name="search" />
          <span className={classes['searchText']}>{t('palette.open')}</span>
          <Kbd size="xs" visibleFrom="sm" aria-hidden="true">
            Ctrl K
          </Kbd>
        </UnstyledButton>
        <UserMenu openHelp={openHelp} />
      </Group>
    </AppShell.Header>
  );
}

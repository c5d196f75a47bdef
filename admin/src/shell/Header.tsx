import { AppShell, Burger, Group, Kbd, UnstyledButton, Text, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useBootstrap } from '../api/session';
import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';
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
          <SiteIcon />
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

/** The site's own icon, in the scheme that is shown where it has one for each. */
function SiteIcon() {
  const { site } = useBootstrap();
  const scheme = useComputedColorScheme();
  const icon = site.icons.find((each) => each.theme === scheme) ?? site.icons.find((each) => !each.theme) ?? site.icons[0];
  return <img src={icon?.src ?? '/_service/admin/favicon.svg'} alt="" width={24} height={24} className={classes['icon']} />;
}

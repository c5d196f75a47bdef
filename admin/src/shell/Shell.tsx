import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { isAtLeast, useBootstrap } from '../api/session';
import { useShortcut } from '../app/shortcuts';
import { useSpeech } from '../i18n/text';
import { MediaHost } from '../media/MediaHost';
import { header, navbar } from './frame';
import { Header } from './Header';
import { OfflineNotice } from './OfflineNotice';
import { ShortcutOverlay } from './ShortcutOverlay';
import { Sidebar } from './Sidebar';
import { SignOutQuestion } from './SignOutQuestion';
import { RoleNeeded } from './Trouble';
import { usePalette } from './usePalette';
import { useShellShortcuts } from './useShellShortcuts';

/** The application around its pages, for whoever has a staff role. */
export function Shell() {
  const { t } = useSpeech();
  const [navOpen, { toggle: toggleNav, close: closeNav }] = useDisclosure(false);
  const [helpOpen, help] = useDisclosure(false);
  const { palette, open: openPalette } = usePalette(help.open);
  const address = useRouterState({ select: (state) => state.location.href }); // two saved lists differ in their search alone
  useEffect(() => closeNav(), [address, closeNav]);
  useShellShortcuts();
  useShortcut({ keys: 'mod+k', label: 'shortcuts.palette', group: 'general' }, openPalette);
  useShortcut({ keys: '?', label: 'shortcuts.help', group: 'general' }, help.open);
  return (
    <>
      <a className="skip" href="#content" onClick={focusContent}>
        {t('app.skip')}
      </a>
      <AppShell header={header} navbar={navbar(navOpen)} padding={0}>
        <Header navOpen={navOpen} toggleNav={toggleNav} openPalette={openPalette} openHelp={help.open} />
        <Sidebar />
        <AppShell.Main id="content" tabIndex={-1} style={{ outline: 'none' }}>
          <OfflineNotice />
          <Page />
        </AppShell.Main>
      </AppShell>
      {palette}
      <MediaHost />
      <SignOutQuestion />
      <ShortcutOverlay opened={helpOpen} close={help.close} />
    </>
  );
}

/** The skip link moves the focus and leaves the address alone. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The page, unless it asks for a role that the reader does not have. */
function Page() {
  const { me } = useBootstrap();
  const needed = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.minimumRole)?.staticData.minimumRole,
  });
  return needed && !isAtLeast(me.role, needed) ? <RoleNeeded role={needed} /> : <Outlet />;
}

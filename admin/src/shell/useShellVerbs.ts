import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { isAtLeast, useMe } from '../api/session';
import { choose, usePreferences } from '../app/preferences';
import type { Verb } from '../app/verbs';
import { languages, type Language } from '../i18n/language';
import { useSpeech } from '../i18n/text';
import { askSignOut } from './signOut';

/** What can be done on every page. */
export function useShellVerbs(openHelp: () => void): Verb[] {
  const { t, language } = useSpeech();
  const me = useMe();
  const navigate = useNavigate();
  const { density } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme() === 'dark' ? 'light' : 'dark';
  const other = (Object.keys(languages) as Language[]).find((each) => each !== language);
  const rows = density === 'compact' ? 'comfortable' : 'compact';
  return [
    { id: 'invite', label: t('home.invite'), icon: 'invite', why: isAtLeast(me.role, 'owner') ? undefined : t('verbs.owners'), run: () => void navigate({ to: '/staff', search: { invite: true } }) },
    { id: 'theme', label: t(`verbs.theme.${scheme}`), icon: 'moon', run: () => setColorScheme(scheme) },
    ...(other ? [{ id: 'language', label: t('verbs.language', { language: languages[other].name }), icon: 'language' as const, run: () => choose({ language: other }) }] : []),
    { id: 'density', label: t(`verbs.density.${rows}`), icon: 'density', run: () => choose({ density: rows }) },
    { id: 'connect', label: t('connect.title'), icon: 'plug', run: () => void navigate({ to: '/connected-apps', hash: 'connect' }) },
    { id: 'shortcuts', label: t('shortcuts.title'), icon: 'keyboard', run: openHelp },
    { id: 'signOut', label: t('user.signOut'), icon: 'signOut', run: askSignOut },
  ];
}

import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { useShortcut } from '../app/shortcuts';

/** The shortcuts that work on every page. */
export function useShellShortcuts(): void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme();
  useShortcut({ keys: 'g h', label: 'shortcuts.home', group: 'general' }, () => void navigate({ to: '/' }));
  useShortcut({ keys: 'g o', label: 'shortcuts.operations', group: 'general' }, () => void navigate({ to: '/ops' }));
  useShortcut({ keys: 'g p', label: 'shortcuts.preferences', group: 'general' }, () => void navigate({ to: '/preferences' }));
  useShortcut({ keys: 'g t', label: 'shortcuts.theme', group: 'general' }, () =>
    setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
  );
}

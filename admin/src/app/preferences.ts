import { useSyncExternalStore } from 'react';

import { chooseLanguage, isLanguage, type Language } from '../i18n/language';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** What a person has chosen, in this browser. The theme is kept by Mantine. */
export interface Preferences {
  language: Language;
  density: Density;
  /** The reports of the sidebar, of which a site may have many that its handlers alone read. */
  reports: 'open' | 'folded';
}

const key = 'quartet.preferences';

/** What a browser remembers; nothing where storage is blocked or holds something else. */
export function remembered(name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function remember(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
}

function read(): Preferences {
  const { language, density, reports } = remembered(key);
  return {
    language: isLanguage(language) ? language : chooseLanguage(navigator.languages),
    density: density === 'compact' ? 'compact' : 'comfortable',
    reports: reports === 'folded' ? 'folded' : 'open',
  };
}

let current: Preferences | undefined;
const watchers = new Set<() => void>();

export function preferences(): Preferences {
  return (current ??= read());
}

export function choose(changed: Partial<Preferences>): void {
  current = { ...preferences(), ...changed };
  remember(key, current);
  watchers.forEach((tell) => tell());
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((tell) => {
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, preferences);
}

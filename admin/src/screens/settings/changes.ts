import { ApiFailure } from '../../api/failure';
import type { SiteSettings } from '../../api/types.gen';

export type Setting = keyof SiteSettings;

/** What was typed over the stored values; a value that is the stored one again is no change. */
export type Changes = Partial<SiteSettings>;

export function change(changes: Changes, stored: SiteSettings, key: Setting, value: string): Changes {
  return rebase({ ...changes, [key]: value }, stored);
}

/** What is left to save when the stored values have moved, by this form or by somebody else. */
export function rebase(changes: Changes, stored: SiteSettings): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([key, value]) => value !== stored[key as Setting]));
}

/** The setting that a refusal is about, when it is about one. */
export function faulty(error: Error | null, stored: SiteSettings): Setting | undefined {
  const key = error instanceof ApiFailure ? error.pointer[0] : undefined;
  return key !== undefined && key in stored ? (key as Setting) : undefined;
}

const unusually = {
  title: (value: string) => value.trim() === '',
  ga4MeasurementId: (value: string) => !/^((G|GT)-[A-Z0-9]{1,20})?$/.test(value),
  facebookPixelId: (value: string) => !/^[0-9]{0,20}$/.test(value),
} satisfies Partial<Record<Setting, (value: string) => boolean>>;

type Advised = keyof typeof unusually;

/** The setting itself where its value is one to advise about. It can be saved all the same. */
export function unusual(key: Setting, value: string): Advised | undefined {
  return key in unusually && unusually[key as Advised](value) ? (key as Advised) : undefined;
}

import { en } from './en';
import type { Messages } from './message';

/** The languages of the application: what each is called, and its file. A new one is a line here. */
export const languages = {
  en: { name: 'English', load: () => Promise.resolve<Messages>(en) },
  'zh-TW': { name: '繁體中文', load: () => import('./zh-TW').then((module) => module.zhTW) },
} as const;

export type Language = keyof typeof languages;

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === 'string' && tag in languages;
}

/** The first of the wanted tags that there is, by its script too: zh-Hant and zh-HK read zh-TW. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (isLanguage(tag)) return tag;
    if (/^zh\b/i.test(tag)) return 'zh-TW';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

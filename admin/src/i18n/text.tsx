import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

import type { Text } from '../api/types.gen';
import { languages, type Language } from './language';
import { fill, type MessageKey, type Messages, type PluralKey, type Values } from './message';

/** How the application speaks: its messages, and the forms of numbers and times. */
export interface Speech {
  language: Language;
  t: <K extends MessageKey>(key: K, ...values: Values<K>) => string;
  /** The form of a message for that many, with what else it names. */
  plural: (key: PluralKey, count: number, values?: Record<string, string>) => string;
  /** A text of the site in the reader's language, or in the nearest that it has. */
  text: (text: Text | null | undefined, otherwise?: string) => string;
  number: (value: number) => string;
  /** A number of the site, which may be a year: it is grouped from 10,000 up. */
  figure: (value: number) => string;
  /** A moment, in epoch milliseconds, as a date with its time. */
  moment: (time: number) => string;
  /** A day as YYYY-MM-DD, as the language writes days; what is none stays as it is. */
  day: (date: string) => string;
  /** A moment as the distance from now, for lists. */
  ago: (time: number) => string;
}

const SpeechContext = createContext<Speech | null>(null);

export function useSpeech(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('useSpeech is called outside SpeechProvider');
  return speech;
}

/** Shows its children once the language is there; a change keeps the old one until then. */
export function SpeechProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages } | null>(null);
  useEffect(() => {
    let wanted = true;
    void languages[language].load().then((messages) => {
      if (!wanted) return;
      document.documentElement.lang = language;
      setLoaded({ language, messages });
    });
    return () => void (wanted = false);
  }, [language]);
  const speech = useMemo(() => loaded && speechOf(loaded.language, loaded.messages), [loaded]);
  return speech && <SpeechContext value={speech}>{children}</SpeechContext>;
}

/** Whether the calendar has a day: a browser takes February 30 for one in March. */
const isDay = (date: string) => !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date;

export function speechOf(language: Language, messages: Messages): Speech {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const figures = new Intl.NumberFormat(language, { useGrouping: 'min2' });
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const distances = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return {
    language,
    t: (key, ...values) => fill(messages[key], values[0]),
    plural: (key, count, values) => {
      const form = rules.select(count) === 'one' ? 'one' : 'other';
      return fill(messages[`${key}.${form}`], { ...values, count: numbers.format(count) });
    },
    text: (text, otherwise = '') => localized(text, language) ?? otherwise,
    number: (value) => numbers.format(value),
    figure: (value) => figures.format(value),
    moment: (time) => moments.format(time),
    day: (date) => (isDay(date) ? days.format(Date.parse(date)) : date),
    ago: (time) => distance(distances, time - Date.now()) ?? moments.format(time),
  };
}

/** A text in a language, or in the nearest: the same language elsewhere, English, any. */
export function localized(text: Text | null | undefined, language: string): string | undefined {
  if (typeof text !== 'object' || text === null) return text ?? undefined;
  return inLanguage(text, language) ?? text['en'] ?? Object.values(text)[0];
}

/** Of texts by language the one in this, or in the same language elsewhere. */
export function inLanguage(texts: Record<string, string>, language: string): string | undefined {
  const base = language.split('-')[0];
  const near = Object.keys(texts).find((tag) => tag.split('-')[0] === base);
  return texts[language] ?? (near && texts[near]);
}

const units = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 7],
] as const;

/** Up to a week in words; beyond that a date says more. */
function distance(form: Intl.RelativeTimeFormat, span: number): string | undefined {
  if (Math.abs(span) < 60_000) return form.format(0, 'minute');
  for (const [unit, length, most] of units) {
    const count = Math.trunc(span / length);
    if (Math.abs(count) < most) return form.format(count, unit);
  }
  return undefined;
}

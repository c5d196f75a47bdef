import { useMemo } from 'react';

import { useSpeech } from '../i18n/text';
import { firstDayOf, monthFrom, weeksOf, type Day } from './month';

export interface Month {
  weeks: Day[][];
  name: string;
  /** The month so many months from this one, as an address names it; undefined for the present one. */
  from: (ahead: number) => string | undefined;
  present: boolean;
}

/** The month of an address, or the present one, as it is where the reader's language is spoken. */
export function useMonth(asked: string | undefined): Month {
  const { language } = useSpeech();
  return useMemo(() => {
    const now = new Date();
    const [year = now.getFullYear(), number = now.getMonth() + 1] = asked?.split('-').map(Number) ?? [];
    const present = monthFrom(now.getFullYear(), now.getMonth(), 0);
    const from = (ahead: number) => {
      const to = monthFrom(year, number - 1, ahead);
      return to === present ? undefined : to;
    };
    const name = new Date(year, number - 1, 1).toLocaleDateString(language, { month: 'long', year: 'numeric' });
    return { weeks: weeksOf(year, number - 1, firstDayOf(language)), name, from, present: from(0) === undefined };
  }, [asked, language]);
}

/** A day of a month's grid. */
export interface Day {
  /** Its first moment, in epoch milliseconds of the reader's zone. */
  start: number;
  /** Whether it is of the month, and not of one beside it. */
  own: boolean;
}

/** The weeks that a month touches, each of seven days. `first`: the day that a week begins with, 1 for Monday to 7 for Sunday (decision 238). */
export function weeksOf(year: number, month: number, first: number): Day[][] {
  const lead = (new Date(year, month, 1).getDay() - (first % 7) + 7) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  const weeks = Math.ceil((lead + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = new Date(year, month, 1 - lead + week * 7 + day); // by the calendar, so that an hour more or less of a day is right
      return { start: date.getTime(), own: date.getMonth() === ((month % 12) + 12) % 12 };
    }),
  );
}

/** The day that a week begins with where a language is spoken. */
export function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The first moment of the day that a moment is on. */
export function dayOf(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Things by the first moment of the day that each is on, in the order in which they come. */
export function byDay<Thing>(things: readonly Thing[], at: (thing: Thing) => number): Map<number, Thing[]> {
  const days = new Map<number, Thing[]>();
  for (const each of things) {
    const day = dayOf(at(each));
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return days;
}

/** The same time of another day, by the clocks of this device. */
export function onDay(time: number, day: number): number {
  const [then, date] = [new Date(time), new Date(day)];
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), then.getHours(), then.getMinutes(), then.getSeconds(), then.getMilliseconds()).getTime();
}

/** The first and the last moment of the weeks of a month. */
export function spanOf(weeks: readonly Day[][]): { from: number; to: number } {
  const last = new Date(weeks.at(-1)?.at(-1)?.start ?? 0);
  return { from: weeks[0]?.[0]?.start ?? 0, to: new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime() - 1 };
}

/** What a day is called, by its first moment. */
export const dayName = (start: number, language: string) => new Date(start).toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' });

/** Whether something can still be set for a day. */
export function isAhead(day: number, now = Date.now()): boolean {
  return day >= dayOf(now);
}

/** The month that an address names as 2026-11, by its year and its number from 0; undefined for none. */
export function readMonth(value: unknown): string | undefined {
  return typeof value === 'string' && /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(value) ? value : undefined;
}

/** A month so many months from another, as an address names it. */
export function monthFrom(year: number, month: number, ahead: number): string {
  const date = new Date(year, month + ahead, 1);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

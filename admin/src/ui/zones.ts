/** The zone of this device. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in a zone, as a calendar tells it. */
export const timeIn = (time: number, timeZone: string, language: string) => new Date(time).toLocaleString(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });

/** A time in the zone of a site; undefined where its clocks show the same as here at that time. */
export function timeThere(time: number, timeZone: string | undefined, language: string, here = zone): { time: string; zone: string } | undefined {
  if (timeZone === undefined || Number.isNaN(time)) return undefined;
  const there = timeIn(time, timeZone, language);
  return there === timeIn(time, here, language) ? undefined : { time: there, zone: timeZone };
}

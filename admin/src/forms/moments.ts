/** A moment as a date and time input writes it, in the zone of this machine; seconds only where there are some. */
export function localText(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The moment of a date and time that was written in the zone of this machine; undefined for anything else. */
export function timeOf(text: string): number | undefined {
  const time = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The zone in which a moment is shown, with its distance from UTC at that moment: `Asia/Taipei, GMT+8`. */
export function zoneOf(time: number, language: string): string {
  const form = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' });
  const offset = form.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? '';
  return [form.resolvedOptions().timeZone, offset].filter(Boolean).join(', ');
}

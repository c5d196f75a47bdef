import type { ScheduledMove } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';

/** The zone of this device. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Timed = Pick<ScheduledMove, 'at' | 'timeZone'>;

/** The time of a move where it was set: its zone may be another than the reader's. */
export function timeThere({ t, language }: Pick<Speech, 't' | 'language'>, move: Timed): string {
  return timeIn({ t, language }, move.at, move.timeZone);
}

/** The time of a move where the reader is, and where it was set if that is elsewhere, each with its zone. */
export function timesOf(speech: Pick<Speech, 't' | 'language'>, move: Timed, here: string): string {
  const times = [timeIn(speech, move.at, here)];
  if (move.timeZone !== here) times.push(timeThere(speech, move));
  return times.join(' · ');
}

function timeIn({ t, language }: Pick<Speech, 't' | 'language'>, at: number, zone: string): string {
  const time = new Date(at).toLocaleString(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  return t('calendar.zone', { time, zone });
}

/** A moment as a field for a time and a day has it, in the zone of this device. */
export function fieldTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

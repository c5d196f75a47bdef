import type { ScheduledMove } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import { timeIn, zone } from '../../ui/zones';

export { zone };

type Timed = Pick<ScheduledMove, 'at' | 'timeZone'>;

/** The time of a move where it was set: its zone may be another than the reader's. */
export function timeThere({ t, language }: Pick<Speech, 't' | 'language'>, move: Timed): string {
  return said({ t, language }, move.at, move.timeZone);
}

/** The time of a move where the reader is, and where it was set if that is elsewhere, each with its zone. */
export function timesOf(speech: Pick<Speech, 't' | 'language'>, move: Timed, here: string): string {
  const times = [said(speech, move.at, here)];
  if (move.timeZone !== here) times.push(timeThere(speech, move));
  return times.join(' · ');
}

function said({ t, language }: Pick<Speech, 't' | 'language'>, at: number, there: string): string {
  return t('calendar.zone', { time: timeIn(at, there, language), zone: there });
}

/** A moment as a field for a time and a day has it, in the zone of this device. */
export function fieldTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A time that is often wanted. */
export interface Preset {
  name: 'hour' | 'evening' | 'tomorrow' | 'monday';
  /** In epoch milliseconds. */
  at: number;
}

const minutes = 60_000;

/** The times that are often wanted, in the zone of this device, the soonest first. */
export function presets(now: number): Preset[] {
  const day = (days: number, hour: number) => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    date.setHours(hour, 0, 0, 0);
    return date.getTime();
  };
  const today = new Date(now);
  const toMonday = (8 - today.getDay()) % 7 || 7;
  const hour = Math.ceil((now + 60 * minutes) / (5 * minutes)) * 5 * minutes;
  return [
    { name: 'hour', at: hour },
    ...(day(0, 18) > hour ? [{ name: 'evening' as const, at: day(0, 18) }] : []),
    { name: 'tomorrow', at: day(1, 9) },
    ...(toMonday > 1 ? [{ name: 'monday' as const, at: day(toMonday, 9) }] : []),
  ];
}

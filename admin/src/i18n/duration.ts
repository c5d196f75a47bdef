const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const;

/** A time in milliseconds as people read it, in the largest unit that fits: 250 ms, 1.5 sec, 3 hr. */
export function duration(language: string, milliseconds: number): string {
  const [unit, length] = units.find(([, least]) => milliseconds >= least) ?? (['second', 1000] as const);
  const form = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  return form.format(milliseconds / length);
}

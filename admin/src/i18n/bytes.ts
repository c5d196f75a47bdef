const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes as people read it: 400 kB, 1.5 MB. */
export function byteSize(language: string, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const form = new Intl.NumberFormat(language, { style: 'unit', unit: units[power] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 });
  return form.format(bytes / 1000 ** power);
}

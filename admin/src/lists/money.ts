/** An amount in minor units as people write it: in its currency where that is known, with two decimals where not. */
export function moneyText(minor: number, language: string, currency?: unknown): string {
  const known = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  const form = new Intl.NumberFormat(language, known ? { style: 'currency', currency } : { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const digits = form.resolvedOptions().maximumFractionDigits ?? 2;
  return form.format(minor / 10 ** digits);
}

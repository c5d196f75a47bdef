import { isObject } from '../values/data';
import type { Path } from './pointer';
import { valueAt } from './pointer';
import { resolved, type Shape } from './shape';

/** How many decimals an amount has, by its currency; two where none is said. */
export function decimalsOf(currency: string | undefined): number {
  if (currency === undefined) return 2;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Minor units as a decimal amount: 123450 is `1234.50`. */
export function amountOf(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/**
 * The minor units of an amount as people write and paste it: `1234.5`, `1,234.50`, `1.234,50`, `€ 12`, `(12.00)`.
 * Undefined when it is no amount, has more decimals than there are, or is beyond what a number holds exactly.
 */
export function minorOf(text: string, decimals: number): number | undefined {
  const written = text.trim().replace(/^[A-Z]{3}\s*|\s*[A-Z]{3}$/gi, '').replaceAll(/[\p{Sc}\s'’]/gu, '');
  const match = /^(\()?([-−+])?([\d.,]+)(\))?$/u.exec(written);
  if (!match || Boolean(match[1]) !== Boolean(match[4])) return undefined;
  const parts = partsOf(match[3] ?? '', decimals);
  if (!parts) return undefined;
  const minor = Number(parts.whole + parts.fraction.padEnd(decimals, '0'));
  if (!Number.isSafeInteger(minor)) return undefined;
  return minor !== 0 && (match[1] || match[2] === '-' || match[2] === '−') ? -minor : minor;
}

/** The digits before and behind the decimal sign, which is the last of two kinds, or the one that groups nothing. */
function partsOf(digits: string, decimals: number): { whole: string; fraction: string } | undefined {
  const sign = decimalSign(digits, decimals);
  const at = sign === undefined ? digits.length : digits.lastIndexOf(sign);
  const grouped = digits.slice(0, at);
  const fraction = digits.slice(at + 1);
  if (fraction.length > decimals || /[.,]/.test(fraction)) return undefined;
  const wellGrouped = /^(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+|)$/.test(grouped);
  if (!wellGrouped || grouped + fraction === '') return undefined;
  return { whole: grouped.replaceAll(/[.,]/g, '') || '0', fraction };
}

function decimalSign(digits: string, decimals: number): '.' | ',' | undefined {
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ',';
  const only = dot >= 0 ? '.' : comma >= 0 ? ',' : undefined;
  if (only === undefined) return undefined;
  const several = digits.indexOf(only) !== digits.lastIndexOf(only);
  const behind = digits.length - 1 - digits.lastIndexOf(only);
  // One comma before three digits groups; one dot there does so only where there are no decimals to be meant.
  const groups = behind === 3 && decimals < 3 && (only === ',' || decimals === 0);
  return several || groups ? undefined : only;
}

/** The currency of an amount: what a property named `currency` beside it, or above it, says or can only say. */
export function currencyOf(path: Path, value: unknown, root: Shape): string | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const beside = valueAt(value, path.slice(0, length));
    const said = isObject(beside) ? beside['currency'] : undefined;
    if (isCurrency(said)) return said;
  }
  const declared = resolved(root.properties?.['currency'] ?? {}, root);
  const only = declared.const ?? (declared.enum?.length === 1 ? declared.enum[0] : declared.default);
  return isCurrency(only) ? only : undefined;
}

const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

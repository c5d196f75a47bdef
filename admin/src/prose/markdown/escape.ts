/** What would begin a block of another kind, or an underline of a heading or table, at the beginning of a line. */
const opening = /^(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|+](?=[-=:|+\s]*$)|~~~)/;
const ordered = /^(\d{1,9})([.)])(?=\s|$)/;

/** Text that reads back as itself. `before` and `after` are the characters around it. */
export function escapedText(text: string, { before = '', after = '' }: { before?: string; after?: string } = {}): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    const [left, right] = [text[i - 1] ?? before, text[i + 1] ?? after];
    out += isSpecial(char, left, right, text.slice(i)) ? `\\${char}` : char;
  }
  return out;
}

const isWord = (char: string) => /[\p{L}\p{N}]/u.test(char);

function isSpecial(char: string, left: string, right: string, rest: string): boolean {
  if ('\\`*[]<~'.includes(char)) return true;
  if (char === '_') return !(isWord(left) && isWord(right));
  if (char === '&') return /^&(#|[a-zA-Z])[a-zA-Z0-9]*;/.test(rest);
  if (char === '^') return left === '[';
  return char === '!' && right === '[';
}

/** A line that stays what it is at the beginning of a block. */
export function escapedStart(line: string): string {
  const number = ordered.exec(line);
  if (number) return `${number[1] ?? ''}\\${line.slice(number[1]?.length)}`;
  return opening.test(line) ? `\\${line}` : line;
}

/** What an empty first line of an item is written with: a space of no width. */
export const nothing = '\u200b';

/** A character that says nothing to the marks beside it: as a number it counts as punctuation. */
export const numbered = (char: string) => `&#${char.codePointAt(0) ?? 0};`;

/** Code of a line, between more backticks than it has. */
export function codeSpan(text: string): string {
  const most = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  let ticks = '`';
  const runs = new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  while (ticks.length <= most && runs.has(ticks.length)) ticks += '`';
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && /[^ ]/.test(text));
  return isPadded ? `${ticks} ${text} ${ticks}` : ticks + text + ticks;
}

/** An address as a link has it. */
export function destination(address: string): string {
  const clean = address.replaceAll(/[\r\n]/g, '');
  const safe = clean.replaceAll(/&(?=(#|[a-zA-Z])[a-zA-Z0-9]*;)|[\\<>]/g, '\\$&');
  return clean === '' || /[\s()<>\u0000-\u001f\u007f]/.test(clean) ? `<${safe}>` : safe;
}

export function titled(title: unknown): string {
  if (typeof title !== 'string' || title === '') return '';
  const clean = title.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/&(?=(#|[a-zA-Z])[a-zA-Z0-9]*;)|[\\"]/g, '\\$&');
  return ` "${clean}"`;
}

/** The words of a picture: brackets and the rest of Markdown are text there too. */
export const escapedAlt = (alt: unknown) => (typeof alt === 'string' ? escapedText(alt.replaceAll(/\s*\n\s*/g, ' ').trim()) : '');

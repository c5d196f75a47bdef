const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const inline = new Set([
  'a', 'abbr', 'b', 'br', 'cite', 'code', 'del', 'em', 'font', 'i', 'img', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'tt', 'u', 'var', 'wbr',
]);
const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+|</g;

/** A part of a text in HTML at its outermost level: an element, or a line of text and of elements within it. */
export interface Part {
  source: string;
  kind: 'block' | 'line' | 'space';
}

/**
 * The parts of a text. They are only what it looks like: an end that is left out, or in the wrong place, makes them
 * wrong, which who reads them has to notice (`readHtml` does).
 */
export function partsOf(html: string): Part[] {
  const parts: Part[] = [];
  let open: { name: string; depth: number } | undefined;
  for (const [source, slash, given] of html.matchAll(token)) {
    const name = given?.toLowerCase();
    if (open) {
      extend(parts, source);
      if (name === open.name && !empty.has(name)) open.depth += slash ? -1 : source.endsWith('/>') ? 0 : 1;
      if (open.depth === 0) open = undefined;
    } else if (name === undefined) addText(parts, source);
    else if (inline.has(name)) addLine(parts, source);
    else {
      parts.push({ source, kind: 'block' });
      if (!slash && !empty.has(name)) open = { name, depth: 1 };
    }
  }
  return settled(parts);
}

function extend(parts: Part[], source: string): void {
  const last = parts.at(-1);
  if (last) last.source += source;
}

function addText(parts: Part[], source: string): void {
  if (source.startsWith('<!--')) parts.push({ source, kind: 'block' });
  else if (source.trim() === '' && parts.at(-1)?.kind !== 'line') parts.push({ source, kind: 'space' });
  else addLine(parts, source);
}

function addLine(parts: Part[], source: string): void {
  if (parts.at(-1)?.kind === 'line') extend(parts, source);
  else parts.push({ source, kind: 'line' });
}

/** Spaces at the ends of a line stand between it and its neighbours. */
function settled(parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind !== 'line') return [part];
    const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part.source) ?? [];
    const space = (source: string): Part[] => (source === '' ? [] : [{ source, kind: 'space' }]);
    return [...space(before), ...(words === '' ? [] : [{ source: words, kind: 'line' } as const]), ...space(after)];
  });
}

const raw = /^(style|script|noscript|template)$/;

/** Whether HTML may hold what `inert` leaves out. */
export const isRaw = (html: string) => /<(style|script|noscript|template)\b/i.test(html);

const begin = /<([a-z][^\s/>]*)/giy;
const attribute = /[\s/]*([^\s/>=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)?/y;

/** The attribute that holds what a style said: nothing reads it as a style. */
export const styleAttribute = 'data-style';

/**
 * HTML in which no style is applied, not even to a document that nobody sees: a policy against inline styles would hear of
 * each. What a `style` said stands in `data-style`; elements that hold styles and scripts are left out. Like a browser, it
 * gives up on a tag that does not end.
 */
export function inert(html: string): string {
  let out = '';
  let at = 0;
  for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
    out += html.slice(at, next);
    const tag = tagAt(html, next);
    if (tag === undefined) return out;
    at = raw.test(tag.name) ? behind(html, tag) : tag.end;
    if (!raw.test(tag.name)) out += tag.text;
  }
  return out + html.slice(at);
}

interface Tag {
  name: string;
  text: string;
  end: number;
}

/** What begins at a "<": a tag with its attributes, or something else, one character or a comment long. */
function tagAt(html: string, start: number): Tag | undefined {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4);
    const stop = end < 0 ? html.length : end + 3;
    return { name: '', text: html.slice(start, stop), end: stop };
  }
  begin.lastIndex = start;
  const [opened, name = ''] = begin.exec(html) ?? [];
  if (opened === undefined) return { name: '', text: '<', end: start + 1 };
  let text = opened;
  let at = start + opened.length;
  for (;;) {
    attribute.lastIndex = at;
    const [whole, key = ''] = attribute.exec(html) ?? [];
    if (whole === undefined) break;
    text += key.toLowerCase() === 'style' ? whole.replace(/style/i, styleAttribute) : whole;
    at += whole.length;
  }
  const close = html.indexOf('>', at);
  return close < 0 ? undefined : { name: name.toLowerCase(), text: text + html.slice(at, close + 1), end: close + 1 };
}

/** Where an element ends whose content is no HTML. */
function behind(html: string, { name, end }: Tag): number {
  const close = new RegExp(`</${name}[^>]*>`, 'gi');
  close.lastIndex = end;
  const found = close.exec(html);
  return found ? found.index + found[0].length : html.length;
}

import { apart } from '../schema/picture';

const names: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u', tt: 'code' };
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table', 'tr', 'th', 'td', 'div']);
const passed = new Set(['thead', 'tbody', 'tfoot']);
const cells = new Set(['li', 'td', 'th']);

/** What a piece of HTML says, in one way of writing it: two pieces that say the same have the same form. */
export function canonical(parent: Element): string {
  return tidy([...parent.childNodes].map((each) => form(each, false)).join(''));
}

const tidy = (text: string) => text.replaceAll(/ *\u0001 */g, '\u0001').replaceAll(/\u0001+/g, '\n').replaceAll(/ +/g, ' ').trim();

function form(node: ChildNode, kept: boolean): string {
  if (node.nodeType === 3) return escaped(kept ? (node.textContent ?? '') : (node.textContent ?? '').replaceAll(/[ \t\r\n\f]+/g, ' '));
  if (node.nodeType !== 1) return `<!${node.textContent ?? ''}>`;
  const element = node as Element;
  const tag = element.tagName.toLowerCase();
  const name = names[tag] ?? tag;
  const inside = [...element.childNodes].map((each) => form(each, kept || name === 'pre')).join('');
  if (passed.has(name)) return inside;
  const isSole = name === 'p' && cells.has(element.parentElement?.tagName.toLowerCase() ?? '') && element.attributes.length === 0;
  if (isSole) return `\u0001${inside}\u0001`;
  const attributes = [...element.attributes].map((each) => ` ${each.name === apart ? 'src' : each.name}=${JSON.stringify(each.value)}`).sort().join('');
  const edge = blocks.has(name) ? '\u0001' : '';
  return `${edge}<${name}${attributes}>${edge}${name === 'pre' ? inside.replaceAll('\n', '\u0002') : inside}${edge}</${name}>${edge}`;
}

const escaped = (text: string) => text.replaceAll('<', '&lt;');

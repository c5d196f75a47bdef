import { inert, styleAttribute } from './inert';
import { mediaIdOf, sourceOf } from './schema/picture';

/**
 * Pasted HTML as the editor reads it. Word and Google Docs write headings, lists and bold text in ways of their own; pictures
 * of elsewhere are left out, because only the library's are shown, and counted.
 */
export function cleaned(html: string): { html: string; leftOut: number } {
  const { body } = new DOMParser().parseFromString(inert(html.replaceAll(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '').replaceAll(/<!\[(if|endif)[^\]]*\]>|<\/?o:p[^>]*>/g, '')), 'text/html');
  const foreign = [...body.querySelectorAll('img')].filter((each) => mediaIdOf(sourceOf(each)) === undefined);
  foreign.forEach((each) => each.remove());
  body.querySelectorAll('meta, link, colgroup').forEach((each) => each.remove());
  body.querySelectorAll('b[id^="docs-internal-guid"]').forEach((each) => each.replaceWith(...each.childNodes));
  wordHeadings(body);
  wordLists(body);
  deadLinks(body);
  // What is copied here has no blank lines but those that somebody typed.
  if (!body.querySelector('[data-pm-slice]')) blankLines(body);
  ['span', 'b', 'strong'].forEach((name) => body.querySelectorAll<HTMLElement>(`${name}[${styleAttribute}]`).forEach(marked));
  body.querySelectorAll('li, td, th').forEach(lined);
  body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol').forEach(nested);
  body.querySelectorAll(`[${styleAttribute}]`).forEach((each) => each.removeAttribute(styleAttribute));
  return { html: body.innerHTML, leftOut: foreign.length };
}

/** A title of Word is a paragraph of a class. */
function wordHeadings(body: HTMLElement): void {
  for (const each of body.querySelectorAll('p[class^="MsoTitle"], p[class^="MsoSubtitle"]')) renamed(each, each.className.startsWith('MsoTitle') ? 'h1' : 'h2');
}

function renamed(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** The items of a list of Word are paragraphs that say their level in a style, and begin with their mark. */
function wordLists(body: HTMLElement): void {
  let open: { list: Element; level: number }[] = [];
  let last: Element | null = null;
  for (const item of [...body.querySelectorAll<HTMLElement>('p')]) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d+)/.exec(item.getAttribute(styleAttribute) ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    if (item.previousElementSibling !== last) open = [];
    const sign = [...item.querySelectorAll<HTMLElement>('span')].find((each) => /mso-list:\s*Ignore/i.test(each.getAttribute(styleAttribute) ?? ''));
    const name = /^\s*(\d+|[a-z]|[ivx]+)[.)]/i.test(sign?.textContent ?? '') ? 'ol' : 'ul';
    sign?.remove();
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    // Numbers behind bullets begin a list of their own.
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== name) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = body.ownerDocument.createElement(name);
      const holder = open.at(-1)?.list.lastElementChild;
      if (holder) holder.append(list);
      else item.before(list);
      open.push({ list, level });
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    open.at(-1)?.list.append(entry);
    item.remove();
    last = open[0]?.list ?? null;
  }
}

/** Footnotes of Word and headings of Google Docs have links within a document that stays behind. */
function deadLinks(body: HTMLElement): void {
  for (const each of body.querySelectorAll('a[href*="#"]')) if (/#(_|heading=)/.test(each.getAttribute('href') ?? '')) each.replaceWith(...each.childNodes);
}

const isBlock = (node: Node | null) => node instanceof Element && /^(P|DIV|H[1-6]|UL|OL|TABLE|BLOCKQUOTE|PRE|HR|BR)$/.test(node.tagName);

/** A blank paragraph, or a line break between blocks, makes a gap in a document. Here each block has one. */
function blankLines(body: HTMLElement): void {
  for (const each of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) if (!each.closest('li, td, th') && each.textContent.trim() === '' && !each.querySelector('img')) each.remove();
  for (const each of body.querySelectorAll('br')) {
    if (each.closest('pre')) continue;
    const beside = [near(each, 'previousSibling'), near(each, 'nextSibling')];
    if (beside.some((node) => node !== null) && beside.every((node) => node === null || isBlock(node))) each.remove();
  }
}

/** What is next to a node, without the space between them. */
function near(node: Node, way: 'previousSibling' | 'nextSibling'): Node | null {
  let found = node[way];
  while (found && !(found instanceof Element) && found.textContent?.trim() === '') found = found[way];
  return found;
}

/** Google Docs and Word say bold, italic and the rest in styles. */
function marked(element: HTMLElement): void {
  const style = element.getAttribute(styleAttribute) ?? '';
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1] ?? '';
  const names = [
    weight === 'bold' || Number(weight) >= 600 ? 'strong' : undefined,
    /font-style:\s*italic/.test(style) ? 'em' : undefined,
    /text-decoration[^;]*line-through/.test(style) ? 's' : undefined,
  ].filter((name) => name !== undefined);
  if (element.closest('h1, h2, h3, h4, h5, h6')) names.splice(0, names.length, ...names.filter((name) => name !== 'strong'));
  let inner: Element = element;
  if (element.tagName !== 'SPAN' && weight === 'normal') {
    inner = element.ownerDocument.createElement('span');
    inner.append(...element.childNodes);
    element.replaceWith(inner);
  }
  inner.removeAttribute(styleAttribute);
  for (const name of names) {
    const mark = element.ownerDocument.createElement(name);
    mark.append(...inner.childNodes);
    inner.append(mark);
  }
}

/** A cell and an item of one paragraph are its words; several paragraphs of a cell are lines of it. */
function lined(element: Element): void {
  const isCell = element.tagName !== 'LI';
  const paragraphs = [...element.children].filter(({ tagName }) => /^(P|DIV|H[1-6])$/.test(tagName));
  if (paragraphs.length === 0 || (!isCell && paragraphs.length > 1)) return;
  paragraphs.forEach((each, i) => each.replaceWith(...(i === 0 ? [] : [element.ownerDocument.createElement('br')]), ...each.childNodes));
}

/** Google Docs puts a list beside the item that it belongs to. */
function nested(list: Element): void {
  const before = list.previousElementSibling;
  if (before?.tagName === 'LI') before.append(list);
}

/** What the rich text editor can show; the rest of a text would be lost there. */
const known = new Set(
  ['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'DEL', 'STRIKE', 'A', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'CODE', 'PRE', 'BR', 'HR', 'SPAN', 'DIV', 'IMG'],
);

/** The attributes of a picture that the editor keeps. */
export const pictureAttributes = ['src', 'alt', 'title', 'width', 'height'];

const isKnown = (element: Element) => known.has(element.tagName) && (element.tagName !== 'IMG' || element.getAttributeNames().every((name) => pictureAttributes.includes(name)));

/** The elements of a text that the rich text editor does not know, in lower case. */
export function strangeElements(html: string): string[] {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const names = [...body.querySelectorAll('*')].filter((element) => !isKnown(element)).map((element) => element.tagName);
  return [...new Set(names)].map((name) => name.toLowerCase()).sort();
}

/** The same text with a paragraph for each row of its tables, which the editor does not know: nothing in them is lost. */
export function withoutTables(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const table of body.querySelectorAll('table')) {
    const rows = [...table.querySelectorAll('tr')].map((row) => {
      const line = row.ownerDocument.createElement('p');
      line.textContent = [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()).join(' | ');
      return line;
    });
    table.replaceWith(...rows);
  }
  return body.innerHTML;
}

/** Whether a link may lead there: the web, mail, a telephone, the library, or within the site. */
export function isSafeAddress(address: string): boolean {
  const text = address.replaceAll(/[\u0000-\u0020]/g, '');
  return /^(https?:|mailto:|tel:|media:[\w-]+$)/i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text);
}

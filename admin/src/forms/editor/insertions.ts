/** Markdown for a file of the library: a picture, or a link to what is none. */
export function markdownOf({ id, alt, filename, picture }: { id: string; alt: string; filename: string; picture: boolean }): string {
  return picture ? `![${escaped(alt)}](media:${id})` : `[${escaped(filename)}](media:${id})`;
}

function escaped(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]]/g, '\\$&');
}

/** With a paragraph of its own, where the line that it comes into has something else. */
export function inParagraph(text: string, before: string, after: string): string {
  return `${before.trim() === '' ? '' : '\n\n'}${text}${after.trim() === '' ? '' : '\n\n'}`;
}

/** Where a text shows a picture without words for it: the offsets between the brackets. */
export function wordlessAt(text: string, id: string): number[] {
  const mark = `![](media:${id})`;
  const found: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found.push(at + 2);
  return found;
}
export { escaped as escapedAlt };

/** How many bytes tell what a file is. */
const head = 32;

const signs: readonly (readonly [mime: string, at: number, text: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['image/heic', 4, 'ftyphei'],
  ['image/heic', 4, 'ftypmif1'],
  ['video/quicktime', 4, 'ftypqt'],
  ['application/pdf', 0, '%PDF-'],
];

/** What the first bytes of a file say that it is, whatever it is called; otherwise what the browser takes from its name. */
export async function typeOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, head).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  const sign = signs.find(([, at, word]) => text.startsWith(word, at));
  return sign?.[0] ?? (file.type.toLowerCase() || 'application/octet-stream');
}

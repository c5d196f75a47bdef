import { Node } from '@tiptap/core';

/** A block that the editor cannot show as it looks: its text is the source, byte for byte. */
export const Source = Node.create({
  name: 'source',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-source]', preserveWhitespace: 'full' as const }],
  renderHTML: () => ['pre', { 'data-source': '' }, 0],
});

/** The same within a line: raw HTML, the mark of a footnote. */
export const InlineSource = Node.create({
  name: 'inlineSource',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ text: { default: '', parseHTML: (element: HTMLElement) => element.textContent, rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-source]' }],
  renderHTML: ({ node }) => ['span', { 'data-source': '' }, String(node.attrs['text'])],
  renderText: ({ node }) => String(node.attrs['text']),
});

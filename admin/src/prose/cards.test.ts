// @vitest-environment happy-dom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, it, vi } from 'vitest';

import type { PageHead } from '../api/types.gen';
import { addressIn, cardAt, cards, cardToText, hostOf, textToCard } from './cards';
import { Faithful } from './faithful';
import { markdownFormat } from './markdown/format';
import { extensionsFor } from './schema/extensions';

/** As a site tells that shows the players of Vimeo alone. */
const vimeo = [{ host: 'Vimeo', pattern: '^https?://vimeo\\.com/(\\d{1,12})(?:[/?#].*)?$' }];

/** What pages of the web say of themselves. */
const pages: Record<string, PageHead> = {
  'https://shop.example/pots': { title: 'Pots [all]', description: 'That "pour"' },
  'https://quiet.example/': { title: 'Quiet', description: '' },
};

const open: Editor[] = [];
afterEach(() => open.splice(0).forEach((editor) => editor.destroy()));

/** A text in Markdown, in an editor, and what is kept of it. */
function edited(markdown: string) {
  const editor = new Editor({ extensions: [...extensionsFor('markdown', () => Promise.resolve(undefined)), cards(() => ({ players: vimeo, player: 'readers see a player', link: 'readers see a link', own: 'This site', open: 'Open', show: 'Show its title', toText: 'Turn into text', read: (href) => Promise.resolve(pages[href]), callout: (kind) => kind, title: 'A title' }))] });
  open.push(editor);
  const faithful = new Faithful(markdownFormat(editor.schema), editor.schema, markdown);
  editor.commands.setContent(faithful.doc.toJSON() as JSONContent);
  return { editor, kept: () => faithful.write(editor.state.doc), card: () => editor.view.dom.querySelector<HTMLElement>('.quartet-card') };
}

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube'],
  ['https://youtu.be/dQw4w9WgXcQ', 'YouTube'],
  ['https://vimeo.com/76979871', 'Vimeo'],
  ['https://player.vimeo.com/video/1', 'Vimeo'],
  ['https://www.example.org/a?b=c', 'example.org'],
  ['https://youtube.com.evil.example/watch', 'youtube.com.evil.example'],
])('a paragraph of %s alone is a card that names %s', (address, host) => {
  const { card, kept } = edited(`Before\n\n${address}\n\nAfter`);
  expect(card()?.querySelector('strong')?.textContent).toBe(host);
  expect(card()?.querySelector('a')?.getAttribute('href')).toBe(address);
  expect(card()?.querySelector('a')?.getAttribute('rel')).toContain('noreferrer');
  expect(hostOf(address)).toBe(host);
  expect(kept()).toBe(`Before\n\n${address}\n\nAfter`);
});

it.each([
  'See https://vimeo.com/76979871',
  '[A film](https://vimeo.com/76979871)',
  '<mailto:tea@tea.example>',
  '- https://vimeo.com/76979871',
  'https://vimeo.com/1 https://vimeo.com/2',
  '**https://vimeo.com/1** and',
  '[/about](/about)',
])('%s is no card', (markdown) => {
  expect(edited(markdown).card()).toBeNull();
});

it('an address that is spelt with letters is a card too', () => {
  const { editor, card } = edited('<https://zh.example/茶>');
  expect(card()?.querySelector('strong')?.textContent).toBe('zh.example');
  expect(addressIn(editor.state.doc.child(0))).toBeDefined();
});

it('a card says what readers see', () => {
  expect(edited('https://youtu.be/dQw4w9WgXcQ').card()?.textContent).toContain('YouTube · readers see a link');
  expect(edited('https://vimeo.com/76979871').card()?.textContent).toContain('Vimeo · readers see a player');
  expect(edited('https://vimeo.com/features').card()?.textContent).toContain('Vimeo · readers see a link');
});

it('a card loads nothing of another host', () => {
  const { card } = edited('https://youtu.be/dQw4w9WgXcQ');
  expect(card()?.querySelectorAll('img, iframe, script, link, video, object, embed').length).toBe(0);
});

it('turned into text, it is a link whose words can be written over, and back again', () => {
  const { editor, kept, card } = edited('Before\n\nhttps://vimeo.com/76979871/\n\nAfter');
  card()?.querySelector('button')?.click();
  expect(card()).toBeNull();
  expect(kept()).toBe('Before\n\n[vimeo.com/76979871](https://vimeo.com/76979871/)\n\nAfter');
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to)).toBe('vimeo.com/76979871');
  expect(cardAt(editor.state, from)).toBe('link');
  textToCard(editor.view, from);
  expect(cardAt(editor.state, editor.state.selection.from)).toBe('card');
  expect(kept()).toBe('Before\n\nhttps://vimeo.com/76979871/\n\nAfter');
});

it('what is beside it keeps its bytes', () => {
  const { editor, kept } = edited('* a\n* b\n\nhttps://vimeo.com/1\n\n__bold__ &amp; more');
  let at = 0;
  editor.state.doc.forEach((block, place) => { if (addressIn(block) !== undefined) at = place + 1; });
  cardToText(editor.view, at);
  expect(kept()).toBe('* a\n* b\n\n[vimeo.com/1](https://vimeo.com/1)\n\n__bold__ &amp; more');
});

it.each([
  ['![A pot](media:a "Fired at noon")', 'Fired at noon'],
  ['![A pot](media:a)', undefined],
  ['![A pot](media:a "Fired at noon") ![](media:b) ![](media:c "At night")', 'Fired at noon · At night'],
  ['See ![a pot](media:a "Fired at noon") here', undefined],
])('the caption of a picture alone is shown below it: %s', (markdown, caption) => {
  const { editor, kept } = edited(markdown);
  expect(editor.view.dom.querySelector<HTMLElement>('p')?.dataset['caption']).toBe(caption);
  expect(kept()).toBe(markdown);
});

const button = (card: HTMLElement | null, name: string) => [...(card?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

it.each([
  ['https://shop.example/pots', 'Before\n\n[Pots \\[all\\]](https://shop.example/pots "That \\"pour\\"")\n\n* odd', 'That "pour"'],
  ['https://quiet.example/', 'Before\n\n[Quiet](https://quiet.example/ "quiet.example")\n\n* odd', 'quiet.example'],
])('a card of %s shows the title of its page when somebody asks, and is a bookmark', async (address, bookmark, description) => {
  const { editor, kept, card } = edited(`Before\n\n${address}\n\n* odd`);
  button(card(), 'Show its title')?.click();
  await vi.waitFor(() => expect(card()?.dataset['description']).toBe(description));
  expect(kept()).toBe(bookmark);
  expect(button(card(), 'Show its title')).toBeUndefined();
  expect(cardAt(editor.state, editor.state.doc.child(0).nodeSize + 1)).toBe('bookmark');
  button(card(), 'Turn into text')?.click();
  expect(card()).toBeNull();
  expect(kept()).toBe(bookmark.replace(/ "[^]*"\)/, ')'));
});

it('of two cards of one address, the one that was asked shows the title, wherever it is by then', async () => {
  const { editor, kept } = edited('https://quiet.example/\n\nBetween.\n\nhttps://quiet.example/');
  const cards = editor.view.dom.querySelectorAll<HTMLElement>('.quartet-card');
  button(cards[1] ?? null, 'Show its title')?.click();
  editor.view.dispatch(editor.state.tr.insertText(' More.', editor.state.doc.child(0).nodeSize + 'Between.'.length + 1));
  await vi.waitFor(() => expect(kept()).toBe('https://quiet.example/\n\nBetween. More.\n\n[Quiet](https://quiet.example/ "quiet.example")'));
});

it('a bookmark that is turned into text keeps its formats', () => {
  const { card, kept } = edited('[**The** `shop`](https://shop.example/ "Pots")');
  button(card(), 'Turn into text')?.click();
  expect(kept()).toBe('[**The** `shop`](https://shop.example/)');
});

it('a card whose page cannot be read stays as it is, and one that is gone by then is not written', async () => {
  const silent = edited('https://silent.example/');
  button(silent.card(), 'Show its title')?.click();
  const gone = edited('https://quiet.example/');
  button(gone.card(), 'Show its title')?.click();
  gone.editor.commands.setContent('');
  await Promise.resolve();
  expect(silent.kept()).toBe('https://silent.example/');
  expect(gone.kept()).toBe('');
});

it.each([
  ['[*The* shop](https://shop.example/ "Pots")', 'shop.example', 'Pots'],
  ['> [The shop](https://shop.example/ "Pots")', 'shop.example', 'Pots'],
  ['[Brewing](/brew "At home")', 'This site', 'At home'],
])('%s is a bookmark', (markdown, host, description) => {
  const { card, kept } = edited(markdown);
  expect(card()?.querySelector('strong')?.textContent).toBe(host);
  expect(card()?.dataset['description']).toBe(description);
  expect(kept()).toBe(markdown);
});

it.each(['[Write](mailto:a@shop.example "To us")', '[Run](javascript:alert(1) "Pots")', '[File](media:a "Pots")', '| [a](/a "x") |\n| --- |', '> [!NOTE]- [a](/a "x")', '- x\n\n  [a](/a "x")', '[The shop](https://shop.example/)', 'See [the shop](https://shop.example/ "Pots")', '- [The shop](https://shop.example/ "Pots")', '[A](/a "x") [B](/b "y")'])('%s is none', (markdown) => {
  expect(edited(markdown).card()).toBeNull();
});

import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Mark, Node } from '@tiptap/pm/model';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import type { PageHead, Player } from '../api/types.gen';
import { isPageAddress } from './addresses';
import { isGallery } from './gallery';
import { calloutOf, foldOf, type CalloutKind } from './schema/callout';

/** What a card says: what readers see in its place, and what its buttons do; and what a callout is called. */
export interface CardWords {
  /** What public pages play (decision 355). */
  players: readonly Player[];
  player: string;
  link: string;
  /** Whose a link to a page of the site itself is. */
  own: string;
  open: string;
  show: string;
  toText: string;
  /** Reads what the page at an address says of itself; undefined where there is nothing to show, which it says. */
  read: (href: string) => Promise<PageHead | undefined>;
  callout: (kind: CalloutKind) => string;
  /** What stands in the empty title of a callout that folds. */
  title: string;
}

/**
 * A paragraph of an address alone is shown as a card, as is a link alone that says in its title what is there (decision 384);
 * pictures of the library as pages show them. Nothing is asked of a host by itself: it would learn who writes about it (decision 342).
 */
export const cards = (words: () => CardWords) =>
  Extension.create({
    name: 'cards',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => carded(doc, words),
          apply: (transaction, before) => (transaction.docChanged ? carded(transaction.doc, words) : before),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ],
  });

/** Blocks that are shown as they are, which most of a text is: they are not looked at again with each key. */
const plain = new WeakSet<Node>();

function carded(doc: Node, words: () => CardWords): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((block, at) => {
    if (plain.has(block)) return;
    const before = found.length;
    const href = addressIn(block);
    if (href !== undefined) found.push(Decoration.node(at, at + block.nodeSize, { class: 'quartet-card' }), headOf(at, { href }, words));
    else if (isPicture(block)) found.push(Decoration.node(at, at + block.nodeSize, { class: 'quartet-picture', ...captionOf(block) }));
    else lookOf(block, at, words, found);
    if (found.length === before) plain.add(block);
  });
  return DecorationSet.create(doc, found);
}

/**
 * How a block looks also inside of another: a callout says what it is; a bookmark is a card, and pictures are a gallery, but where
 * pages have a line: in an item of a list, a cell and the title of a callout.
 */
function lookOf(block: Node, at: number, words: () => CardWords, found: Decoration[], isLine = false): void {
  const look = (attributes: Record<string, string>) => found.push(Decoration.node(at, at + block.nodeSize, attributes));
  if (!block.inlineContent) {
    const kind = calloutOf(block);
    if (kind) look({ 'data-name': words().callout(kind) });
    if (kind && foldOf(block)) titleOf(block, at, words, found);
    block.forEach((child, offset, i) => lookOf(child, at + 1 + offset, words, found, lines.has(block.type.name) || (i === 0 && foldOf(block) !== null)));
    return;
  }
  if (isLine) return;
  const bookmark = bookmarkIn(block);
  if (bookmark) {
    look({ class: 'quartet-card', 'data-description': bookmark.title });
    found.push(headOf(at, bookmark, words));
  } else if (isGallery(block)) look({ class: 'quartet-gallery', ...captionOf(block) });
}

const lines: ReadonlySet<string> = new Set(['listItem', 'tableCell', 'tableHeader']);

/** The title of a callout that folds, which says so while it is empty. */
function titleOf(block: Node, at: number, words: () => CardWords, found: Decoration[]): void {
  const title = block.firstChild;
  if (title?.type.name !== 'paragraph') return;
  found.push(Decoration.node(at + 1, at + 1 + title.nodeSize, { class: 'quartet-title', ...(title.childCount === 0 ? { 'data-placeholder': words().title } : {}) }));
}

const only = (block: Node): Node | undefined => (block.type.name === 'paragraph' && block.childCount === 1 ? block.child(0) : undefined);

const isPicture = (block: Node) => only(block)?.type.name === 'picture';

/** What a page shows below pictures is seen there while it is written, too. */
function captionOf(block: Node): { 'data-caption'?: string } {
  const titles = block.children.map(({ attrs }): unknown => attrs['title']).filter((title) => typeof title === 'string' && title !== '');
  return titles.length > 0 ? { 'data-caption': titles.join(' · ') } : {};
}

const linkOf = (node: Node | undefined): Mark | undefined => (node?.isText ? node.marks.find(({ type }) => type.name === 'link') : undefined);

/** The link that a paragraph has alone, whatever formats its words have. */
function linkIn(block: Node): Mark | undefined {
  const link = block.type.name === 'paragraph' ? linkOf(block.firstChild ?? undefined) : undefined;
  return link && block.children.every((child) => linkOf(child)?.eq(link)) ? link : undefined;
}

const webAddress = (text: string) => (/^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined);

const attribute = (link: Mark | undefined, name: 'href' | 'title'): string | undefined => {
  const value: unknown = link?.attrs[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** The address of a paragraph that is nothing but an address; it may be spelt with letters that a link has as codes. */
export function addressIn(block: Node): string | undefined {
  const link = linkIn(block);
  const href = attribute(link, 'href');
  if (href === undefined || webAddress(href) === undefined || attribute(link, 'title') !== undefined) return undefined;
  return webAddress(block.textContent)?.href === webAddress(href)?.href ? href : undefined;
}

/** To which page a paragraph leads that is a link alone with a title, and that title. */
function bookmarkIn(block: Node): { href: string; title: string } | undefined {
  const link = linkIn(block);
  const [href, title] = [attribute(link, 'href'), attribute(link, 'title')];
  return href !== undefined && title !== undefined && isPageAddress(href) ? { href, title } : undefined;
}

/** Whom people know a host as. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/, 'YouTube'],
  [/^(?:(?:www|player)\.)?vimeo\.com$/, 'Vimeo'],
];

export function hostOf(href: string): string {
  const host = webAddress(href)?.host ?? '';
  return known.find(([pattern]) => pattern.test(host))?.[1] ?? host.replace(/^www\./, '');
}

/** Above the words of a card: whose it is, and what can be done with it. */
function headOf(at: number, card: { href: string; title?: string }, words: () => CardWords): Decoration {
  return Decoration.widget(at + 1, (view, place) => head(view, place, card, words()), { side: -1, key: `card ${card.title === undefined} ${card.href}`, ignoreSelection: true, stopEvent: () => true });
}

function head(view: EditorView, place: () => number | undefined, { href, title }: { href: string; title?: string }, { players, player, link, own, open, show, toText, read }: CardWords): HTMLElement {
  const root = made('span', { class: 'quartet-card-head', contenteditable: 'false' });
  const leads = made('a', { href, target: '_blank', rel: 'noopener noreferrer' }, open);
  const name = made('span', {});
  const played = title === undefined ? players.find(({ pattern }) => new RegExp(pattern).test(href)) : undefined;
  name.append(made('strong', {}, played?.host ?? (hostOf(href) || own)), title === undefined ? ` · ${played ? player : link}` : '');
  root.append(name, leads);
  if (!view.editable) return root;
  const act = (label: string, run: (inside: number) => void) => {
    const button = made('button', { type: 'button' }, label);
    button.addEventListener('click', () => {
      const inside = place();
      if (inside !== undefined) run(inside);
    });
    root.append(button);
    return button;
  };
  if (title === undefined && !played) {
    const asks = act(show, (inside) => {
      if (asks.ariaBusy === 'true') return;
      asks.ariaBusy = 'true'; // one that is disabled would lose the focus
      void showTitle(view, inside, read).finally(() => (asks.ariaBusy = null));
    });
  }
  act(toText, (inside) => cardToText(view, inside));
  return root;
}

function made(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** What the paragraph at a place is: an address as a card, a bookmark, a link alone that could be a card, or none of them. */
export function cardAt({ doc }: EditorState, inside: number): 'card' | 'bookmark' | 'link' | undefined {
  const { parent, depth } = doc.resolve(inside);
  if (bookmarkIn(parent)) return 'bookmark';
  const href = depth === 1 ? attribute(linkIn(parent), 'href') : undefined;
  if (href === undefined || webAddress(href) === undefined) return undefined;
  return addressIn(parent) === undefined ? 'link' : 'card';
}

/**
 * Makes a card a link whose words can be written over: the address without its scheme, which is no card any more. A bookmark keeps
 * its words, with their formats.
 */
export function cardToText(view: EditorView, inside: number): void {
  if (cardAt(view.state, inside) === 'bookmark') untitle(view, inside);
  else rename(view, inside, (href) => href.replace(/^https?:\/\//i, '').replace(/\/$/, ''));
}

/** Makes a link that is alone in its paragraph a card. */
export const textToCard = (view: EditorView, inside: number) => rename(view, inside, (href) => href);

/** Takes the title of a link that is alone in its paragraph. */
function untitle(view: EditorView, inside: number): void {
  const { doc, tr } = view.state;
  const $inside = doc.resolve(inside);
  const link = linkIn($inside.parent);
  if (!link) return;
  const [from, to] = [$inside.start(), $inside.end()];
  changeWords(view, tr.addMark(from, to, link.type.create({ ...link.attrs, title: null })), from, to);
}

/**
 * Makes the card of an address a bookmark, of what the page there says of itself; one that says little is described by its host.
 * Who writes elsewhere by then is left there.
 */
export async function showTitle(view: EditorView, inside: number, read: CardWords['read']): Promise<void> {
  const card = view.state.doc.resolve(inside).parent;
  const href = addressIn(card);
  const page = href === undefined ? undefined : await read(href);
  if (!page || href === undefined || view.isDestroyed) return;
  const now = insideOf(view.state.doc, card);
  if (now === undefined) return; // it is another text by then
  const isAtCard = document.activeElement !== view.dom && view.dom.contains(document.activeElement);
  rename(view, now, () => page.title, page.description || hostOf(href), isAtCard);
}

/** The place inside of a block that nobody has changed, wherever it is by now. */
function insideOf(doc: Node, block: Node): number | undefined {
  let found: number | undefined;
  doc.forEach((each, at) => {
    if (each === block) found = at + 1;
  });
  return found;
}

/** Writes the link of a paragraph anew, with other words and another title; `selects` leads to its words. */
function rename(view: EditorView, inside: number, wordsFor: (href: string) => string, title: string | null = null, selects = true): void {
  const { state } = view;
  const $inside = state.doc.resolve(inside);
  const link = linkIn($inside.parent);
  const href = attribute(link, 'href');
  if (!link || href === undefined) return;
  const [from, words] = [$inside.start(), wordsFor(href)];
  const tr = state.tr.replaceWith(from, $inside.end(), state.schema.text(words, [link.type.create({ href, title })]));
  changeWords(view, tr, from, from + words.length, selects);
}

/** Makes a change of words as one step of the history; `selects` leads to them. */
function changeWords(view: EditorView, tr: Transaction, from: number, to: number, selects = true): void {
  closeHistory(tr);
  view.dispatch(selects ? tr.setSelection(TextSelection.create(tr.doc, from, to)).scrollIntoView() : tr);
  if (selects) view.focus();
}

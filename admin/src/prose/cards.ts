import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, TextSelection, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import type { Player } from '../api/types.gen';
import { calloutOf, type CalloutKind } from './schema/callout';

/** What a card says: what readers see in its place, and what its buttons do; and what a callout is called. */
export interface CardWords {
  /** What public pages play (decision 355). */
  players: readonly Player[];
  player: string;
  link: string;
  open: string;
  toText: string;
  callout: (kind: CalloutKind) => string;
}

/**
 * A paragraph of an address alone is shown as a card, and a picture alone as wide as the text. What is kept is the address. Nothing
 * is asked of the host: it would learn who writes about it (decision 342).
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

function carded(doc: Node, words: () => CardWords): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((block, at) => {
    const href = addressIn(block);
    if (href !== undefined) found.push(Decoration.node(at, at + block.nodeSize, { class: 'quartet-card' }), headOf(at, href, words));
    else if (isPicture(block)) found.push(Decoration.node(at, at + block.nodeSize, { class: 'quartet-picture', ...captionOf(block) }));
    else nameCallouts(block, at, words, found);
  });
  return DecorationSet.create(doc, found);
}

/** A callout says what it is, also inside of another block. */
function nameCallouts(block: Node, at: number, words: () => CardWords, found: Decoration[]): void {
  const kind = calloutOf(block);
  if (kind) found.push(Decoration.node(at, at + block.nodeSize, { 'data-name': words().callout(kind) }));
  if (!block.inlineContent) block.forEach((child, offset) => nameCallouts(child, at + 1 + offset, words, found));
}

const only = (block: Node): Node | undefined => (block.type.name === 'paragraph' && block.childCount === 1 ? block.child(0) : undefined);

const isPicture = (block: Node) => only(block)?.type.name === 'picture';

/** What a page shows below the picture is seen there while it is written, too. */
function captionOf(block: Node): { 'data-caption'?: string } {
  const title: unknown = only(block)?.attrs['title'];
  return typeof title === 'string' && title !== '' ? { 'data-caption': title } : {};
}

const linkOf = (node: Node | undefined): string | undefined => {
  const href: unknown = node?.isText ? node.marks.find(({ type }) => type.name === 'link')?.attrs['href'] : undefined;
  return typeof href === 'string' ? href : undefined;
};

const webAddress = (text: string) => (/^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined);

/** The address of a paragraph that is nothing but an address; it may be spelt with letters that a link has as codes. */
export function addressIn(block: Node): string | undefined {
  const link = only(block);
  const href = linkOf(link);
  if (href === undefined || webAddress(href) === undefined) return undefined;
  return webAddress(link?.text ?? '')?.href === webAddress(href)?.href ? href : undefined;
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

/** Above the address: whose it is, and what can be done with it. */
function headOf(at: number, href: string, words: () => CardWords): Decoration {
  return Decoration.widget(at + 1, (view, place) => head(view, place, href, words()), { side: -1, key: `card ${href}`, ignoreSelection: true, stopEvent: () => true });
}

function head(view: EditorView, place: () => number | undefined, href: string, { players, player, link, open, toText }: CardWords): HTMLElement {
  const root = made('span', { class: 'quartet-card-head', contenteditable: 'false' });
  const leads = made('a', { href, target: '_blank', rel: 'noopener noreferrer' }, open);
  const name = made('span', {});
  const played = players.find(({ pattern }) => new RegExp(pattern).test(href));
  name.append(made('strong', {}, played?.host ?? hostOf(href)), ` · ${played ? player : link}`);
  root.append(name, leads);
  if (!view.editable) return root;
  const button = made('button', { type: 'button' }, toText);
  button.addEventListener('click', () => {
    const inside = place();
    if (inside !== undefined) cardToText(view, inside);
  });
  root.append(button);
  return root;
}

function made(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** What the paragraph at a place is: a card, a link alone that could be one, or neither. */
export function cardAt({ doc }: EditorState, inside: number): 'card' | 'link' | undefined {
  const { parent, depth } = doc.resolve(inside);
  const href = depth === 1 ? linkOf(only(parent)) : undefined;
  if (href === undefined || webAddress(href) === undefined) return undefined;
  return addressIn(parent) === undefined ? 'link' : 'card';
}

/** Makes a card a link whose words can be written over: the address without its scheme, which is no card any more. */
export const cardToText = (view: EditorView, inside: number) => rename(view, inside, (href) => href.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

/** Makes a link that is alone in its paragraph a card. */
export const textToCard = (view: EditorView, inside: number) => rename(view, inside, (href) => href);

function rename(view: EditorView, inside: number, wordsFor: (href: string) => string): void {
  const { state } = view;
  const $inside = state.doc.resolve(inside);
  const link = only($inside.parent);
  const href = linkOf(link);
  if (!link || href === undefined) return;
  const [from, words] = [$inside.start(), wordsFor(href)];
  const tr = state.tr.replaceWith(from, from + link.nodeSize, state.schema.text(words, link.marks));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from, from + words.length)).scrollIntoView());
  view.focus();
}

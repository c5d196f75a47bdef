import { Extension, Node } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { DOMSerializer, Fragment, type Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import { filesOf, pastedFiles } from '../../media/uploadFiles';
import { pictureAttributes } from './html';
import { changedPlaces, movedPlaces, type Place, type PlaceChange, type TakeFiles } from './places';
import type { MediaAddress } from './render';

/** Asks for the address of a file of the library. */
export type LoadAddress = (id: string) => Promise<ReturnType<MediaAddress>>;

/** Where the page has the address that the data have in src. */
const apart = 'data-src';

const idOf = (src: unknown) => /^media:([\w-]+)$/.exec(String(src))?.[1];

/** A picture in a line of text. It is written as it stands in the data, and shown by its address. */
export const picture = (load: LoadAddress) =>
  Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => Object.fromEntries(pictureAttributes.map((name) => [name, { default: null, ...(name === 'src' ? { parseHTML: sourceOf } : {}) }])),
    parseHTML: () => [{ tag: 'img[src]' }, { tag: `img[${apart}]` }],
    // In the page, a browser asks for what stands in src.
    renderHTML: ({ HTMLAttributes: { src, ...rest } }) => ['img', { [idOf(src) === undefined ? 'src' : apart]: src as unknown, ...rest }],
    addNodeView: () => ({ node }) => ({ dom: shown(node, load) }),
  });

const sourceOf = (element: HTMLElement) => element.getAttribute(apart) ?? element.getAttribute('src');

function shown({ attrs }: DocumentNode, load: LoadAddress): HTMLElement {
  const element = document.createElement('img');
  element.alt = String(attrs['alt'] ?? '');
  const id = idOf(attrs['src']);
  if (id === undefined) {
    element.src = String(attrs['src']);
    return element;
  }
  element.dataset['media'] = id;
  void load(id).then((found) => {
    if (!found) element.dataset['missing'] = '';
    if (!found) return;
    if (found.width !== undefined) element.width = found.width;
    if (found.height !== undefined) element.height = found.height;
    element.src = found.url;
  }, () => undefined);
  return element;
}

/** A text as HTML, with its pictures as they stand in the data. */
export function writtenHtml(text: DocumentNode): string {
  const page = document.implementation.createHTMLDocument('');
  page.body.append(DOMSerializer.fromSchema(text.type.schema).serializeFragment(text.content, { document: page }));
  for (const each of page.querySelectorAll(`img[${apart}]`)) {
    const rest = [...each.attributes].filter(({ name }) => name !== apart).map(({ name, value }) => [name, value] as const);
    const written = page.createElement('img');
    for (const [name, value] of [['src', each.getAttribute(apart) ?? ''] as const, ...rest]) written.setAttribute(name, value);
    each.replaceWith(written);
  }
  return page.body.innerHTML;
}

type Change = PlaceChange | { fill: string };

const key = new PluginKey<readonly Place[]>('places');

/** Takes files that are dropped into the text or pasted, and keeps the places where they are to come. */
export const takesRichFiles = (take: TakeFiles) =>
  Extension.create({
    name: 'files',
    addProseMirrorPlugins: () => [
      new Plugin<readonly Place[]>({
        key,
        state: {
          init: () => [],
          apply: (transaction, before) => {
            const change = transaction.getMeta(key) as Change | undefined;
            const fill = change && 'fill' in change ? change.fill : undefined;
            const moved = transaction.docChanged ? movedPlaces(before, (at, side) => transaction.mapping.map(at, side), fill) : before;
            return change && !('fill' in change) ? changedPlaces(moved, change) : moved;
          },
        },
        props: {
          decorations: (state) => decorations(state),
          handleDrop: (view, event) => taken(take, filesOf(event.dataTransfer), view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from, event),
          handlePaste: (view, event) => taken(take, pastedFiles(event.clipboardData), view.state.selection.from, event),
        },
      }),
    ],
  });

function taken(take: TakeFiles, files: File[], at: number, event: Event): boolean {
  if (files.length === 0) return false;
  event.preventDefault();
  take(files, at);
  return true;
}

function decorations(state: EditorState): DecorationSet {
  const all = (key.getState(state) ?? []).filter(({ hidden }) => !hidden);
  return DecorationSet.create(state.doc, all.map(({ id, at, filename }) => Decoration.widget(at, () => arriving(filename), { key: id, side: 1 })));
}

function arriving(filename: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'quartet-arriving';
  mark.textContent = `${filename} …`;
  return mark;
}

export const changeRichPlaces = (view: EditorView, change: PlaceChange) => view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));

/** A file as the text holds it: a picture, or a link to what is none. */
export function richNode({ schema }: EditorState, file: { id: string; alt: string; filename: string; picture: boolean }): DocumentNode | undefined {
  const address = `media:${file.id}`;
  if (file.picture) return schema.nodes['picture']?.create({ src: address, alt: file.alt });
  const mark = schema.marks['link']?.create({ href: address });
  return schema.text(file.filename, mark ? [mark] : []);
}

/** Puts what arrived into its place. It is one step of the history. */
export function fillRichPlace(view: EditorView, id: string, node: DocumentNode | undefined): void {
  const place = key.getState(view.state)?.find((each) => each.id === id);
  if (!place || !node) return;
  view.dispatch(closeHistory(view.state.tr).insert(place.at, Fragment.from(node)).setMeta(key, { fill: id } satisfies Change));
}

/** Says what a picture shows, wherever the text shows it without words. */
export function describeRich(view: EditorView, id: string, alt: string): void {
  const change = view.state.tr;
  view.state.doc.descendants((node, at) => {
    if (node.type.name === 'picture' && idOf(node.attrs['src']) === id && !node.attrs['alt']) change.setNodeMarkup(at, undefined, { ...node.attrs, alt });
  });
  if (change.docChanged) view.dispatch(change);
}

/** Pasted HTML without pictures of elsewhere: only the library's are shown. */
export function withoutStrangePictures(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const each of body.querySelectorAll('img')) if (idOf(sourceOf(each)) === undefined) each.remove();
  return body.innerHTML;
}

import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

import { changedPlaces, movedPlaces, type Place, type PlaceChange, type TakeFiles } from '../forms/editor/places';
import { filesOf, pastedFiles } from '../media/uploadFiles';
import { putPictures } from './pictureBlock';
import { mediaIdOf } from './schema/picture';

type Change = PlaceChange | { fill: string };

const key = new PluginKey<readonly Place[]>('places');

/** Takes files that are dropped into the text or pasted, and keeps the places where they are to come. */
export const takesFiles = (take: TakeFiles) =>
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

export const changePlaces = (view: EditorView, change: PlaceChange) => view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));

export function forgetPlaces(view: EditorView): void {
  const all = key.getState(view.state) ?? [];
  if (all.length > 0) changePlaces(view, { drop: all.map(({ id }) => id) });
}

/** A file as the text holds it: a picture, or a link to what is none. */
export function nodeOf({ schema }: EditorState, file: { id: string; alt: string; filename: string; picture: boolean }): Node {
  const address = `media:${file.id}`;
  if (file.picture) return schema.node('picture', { src: address, alt: file.alt });
  return schema.text(file.filename, [schema.mark('link', { href: address })]);
}

/**
 * Puts what arrived into its place, and answers where that is. It is one step of the history. Who writes there goes on in
 * their line, and behind a picture that came into an empty one.
 */
export function fillPlace(view: EditorView, id: string, node: Node): number | undefined {
  const place = key.getState(view.state)?.find((each) => each.id === id);
  if (!place) return undefined;
  const tr = closeHistory(view.state.tr);
  const isPicture = node.type.name === 'picture';
  const side = isPicture && tr.doc.resolve(place.at).parent.childCount > 0 ? -1 : 1;
  const at = isPicture ? putPictures(tr, place.at, Fragment.from(node)) : place.at;
  if (!isPicture) tr.insert(at, node);
  tr.setSelection(view.state.selection.map(tr.doc, { map: (each) => tr.mapping.map(each, side), mapResult: (each) => tr.mapping.mapResult(each, side) }));
  view.dispatch(tr.setMeta(key, { fill: id } satisfies Change));
  return at;
}

/** Says what a picture shows, wherever the text shows it without words. */
export function describe(view: EditorView, id: string, alt: string): void {
  const change = view.state.tr;
  view.state.doc.descendants((node, at) => {
    if (node.type.name === 'picture' && mediaIdOf(node.attrs['src']) === id && !node.attrs['alt']) change.setNodeMarkup(at, undefined, { ...node.attrs, alt });
  });
  if (change.docChanged) view.dispatch(change);
}

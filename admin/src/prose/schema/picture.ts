import { Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';

import type { MediaAddress } from '../media';

/** Asks for the address of a file of the library. */
export type LoadAddress = (id: string) => Promise<ReturnType<MediaAddress>>;

/** The attributes of a picture that the editor keeps. */
export const pictureAttributes = ['src', 'alt', 'title', 'width', 'height'];

/** Where the page has the address that the data have in src: a browser asks at once for what stands there. */
export const apart = 'data-src';
export const mediaIdOf = (src: unknown) => /^media:([\w-]+)$/.exec(String(src))?.[1];
export const sourceOf = (element: Element) => element.getAttribute(apart) ?? element.getAttribute('src');

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
    renderHTML: ({ HTMLAttributes: { src, ...rest } }) => ['img', { [mediaIdOf(src) === undefined ? 'src' : apart]: src as unknown, ...rest }],
    addNodeView: () => ({ node }) => ({ dom: shown(node, load) }),
  });

function shown({ attrs }: DocumentNode, load: LoadAddress): HTMLElement {
  const element = document.createElement('img');
  element.alt = String(attrs['alt'] ?? '');
  if (typeof attrs['title'] === 'string') element.title = attrs['title'];
  const id = mediaIdOf(attrs['src']);
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

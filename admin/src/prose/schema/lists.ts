import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';

/** What a list is written with: its mark, and whether its items stand without blank lines between them. */
const written = (marker: string) => ({
  marker: { default: marker, rendered: false },
  tight: { default: true, rendered: false, parseHTML: (element: HTMLElement) => !element.querySelector(':scope > li > p') },
});

export const Bullets = BulletList.extend({
  addAttributes() {
    return { ...this.parent?.(), ...written('-') };
  },
});

export const Numbers = OrderedList.extend({
  addAttributes() {
    return { ...this.parent?.(), ...written('.') };
  },
});

/** An item; `checked` is null for one that is no task. */
export const Item = ListItem.extend({
  addAttributes() {
    return { ...this.parent?.(), checked: { default: null as boolean | null, rendered: false } };
  },
  addNodeView() {
    return ({ node, view, getPos }) => shownItem(node, view, getPos);
  },
});

export { ListKeymap };

function shownItem(first: Node, view: EditorView, at: () => number | undefined) {
  const dom = document.createElement('li');
  const contentDOM = document.createElement('div');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.contentEditable = 'false';
  box.addEventListener('change', () => {
    const position = at();
    if (position !== undefined && view.editable) view.dispatch(view.state.tr.setNodeAttribute(position, 'checked', box.checked));
  });
  const show = (node: Node) => {
    const checked = node.attrs['checked'] as boolean | null;
    dom.toggleAttribute('data-task', checked !== null);
    box.checked = checked === true;
    box.setAttribute('aria-label', node.firstChild?.textContent || '…');
    if (checked === null) box.remove();
    else dom.prepend(box);
  };
  dom.append(contentDOM);
  show(first);
  return {
    dom,
    contentDOM,
    update: (node: Node) => {
      if (node.type !== first.type) return false;
      show(node);
      return true;
    },
    stopEvent: (event: Event) => event.target === box,
    ignoreMutation: (change: { type: string; target: globalThis.Node }) => change.target === box || (change.target === dom && change.type !== 'selection'),
  };
}

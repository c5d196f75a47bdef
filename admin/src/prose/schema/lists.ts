import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import type { Node, Schema } from '@tiptap/pm/model';
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

/** An item of a list without tasks. */
export const PlainItem = ListItem;

/** An item; `checked` is null for one that is no task. */
export const Item = ListItem.extend({
  addAttributes() {
    return { ...this.parent?.(), checked: { default: null as boolean | null, parseHTML: checkedIn, renderHTML: ({ checked }) => (typeof checked === 'boolean' ? { 'data-checked': String(checked) } : {}) } };
  },
  /** What follows a task is one that is still to be done. */
  addKeyboardShortcuts() {
    const { editor } = this;
    const isTask = () => typeof editor.getAttributes('listItem')['checked'] === 'boolean';
    return { ...this.parent?.(), Enter: () => editor.commands.splitListItem('listItem', isTask() ? { checked: false } : undefined) };
  },
  addNodeView() {
    return ({ node, view, getPos }) => shownItem(node, view, getPos);
  },
});

/** Whether an item has its box ticked, as this editor, Google Docs and GitHub write it; null for one without a box. */
function checkedIn(element: HTMLElement): boolean | null {
  const box = element.querySelector<HTMLInputElement>(':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"]');
  if (box) return box.hasAttribute('checked');
  const said = element.getAttribute('data-checked') ?? (element.getAttribute('role') === 'checkbox' ? element.getAttribute('aria-checked') : null);
  return said === null ? null : said === 'true';
}

/** Whether the texts of an editor may have tasks: HTML as the service keeps it has none. */
export const hasTasks = ({ nodes }: Schema) => nodes['listItem']?.spec.attrs?.['checked'] !== undefined;

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

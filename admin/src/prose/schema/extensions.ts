import type { Extensions } from '@tiptap/core';
import Code from '@tiptap/extension-code';
import HardBreak from '@tiptap/extension-hard-break';
import Link from '@tiptap/extension-link';
import Paragraph from '@tiptap/extension-paragraph';
import StarterKit from '@tiptap/starter-kit';
import { Plugin } from '@tiptap/pm/state';

import { isSafeAddress } from '../addresses';
import { callouts } from './callout';
import { Bullets, Item, Numbers, PlainItem } from './lists';
import { picture, type LoadAddress } from './picture';
import { InlineSource, Source } from './source';
import { Table, TableCell, TableHeader, TableRow } from './table';

export type FormatName = 'markdown' | 'html';

/** Code may be bold or lead somewhere, as in Markdown. */
const Inline = Code.extend({ excludes: '' });

/** Before others, so that it is what an empty place is filled with. */
const Words = Paragraph.extend({ priority: 1000 });

/** The page's own key for publishing stays free. */
const LineBreak = HardBreak.extend({
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.setHardBreak() };
  },
  // ProseMirror keeps each Enter from the page, whatever is held with it.
  addProseMirrorPlugins() {
    const keydown = (_: unknown, event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    return [new Plugin({ props: { handleDOMEvents: { keydown } } })];
  },
});

const kit = (name: FormatName) =>
  StarterKit.configure({
    link: false, code: false, hardBreak: false, paragraph: false, bulletList: false, orderedList: false, listItem: false,
    ...(name === 'markdown' ? { underline: false } : {}),
    codeBlock: { exitOnTripleEnter: true },
    dropcursor: { width: 2 },
    undoRedo: { depth: 500 },
  });

/** What a text may hold in a format. Markdown has no underline, and HTML as this service keeps it no task and no callout. */
export function extensionsFor(name: FormatName, load: LoadAddress = () => Promise.resolve(undefined)): Extensions {
  return [
    Words,
    kit(name),
    Inline,
    LineBreak,
    // What is typed behind a link is none of it.
    Link.extend({ addAttributes: linkAttributes, inclusive: false }).configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: (address) => isSafeAddress(address) }),
    Bullets, Numbers, name === 'markdown' ? Item : PlainItem,
    Table, TableRow, TableCell, TableHeader,
    Source, InlineSource, picture(load),
    ...(name === 'markdown' ? [callouts] : []),
  ];
}

const linkAttributes = () => ({ href: { default: null as string | null }, title: { default: null as string | null } });

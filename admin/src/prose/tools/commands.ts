import type { Editor } from '@tiptap/react';

import type { PlainKey } from '../../i18n/message';
import type { IconName } from '../../ui/icons';
import { quoteList, turnList } from '../blocks';
import type { CardWords } from '../cards';
import { hasCallouts, type CalloutKind, type Label } from '../schema/callout';
import { hasTasks } from '../schema/lists';

/** What can be done with a text, by a button or from the menu on "/". */
export interface Command {
  name: PlainKey;
  icon: IconName;
  /** Words that find it in the menu, beside its name, in any language. */
  words: string;
  keys?: string;
  /** What does the same when it is typed at the beginning of a line. */
  typed?: string;
  run: (editor: Editor, ask: Asks) => void;
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
  /** What it cannot do without; it is left out where nobody answers that. */
  needs?: 'picture' | 'gallery' | 'comment';
  /** What a whole list is turned into otherwise than its words would be; false where there is no list. */
  turn?: (editor: Editor, at: number) => boolean;
}

/** Whether somebody answers what a command asks. */
export const isAnswered = (asks: Asks) => ({ needs }: Command) => needs === undefined || asks[needs] !== undefined;

/** What needs an answer first. */
export interface Asks {
  picture: (() => void) | undefined;
  /** Asks for several pictures, to stand side by side. */
  gallery: (() => void) | undefined;
  link: () => void;
  embed: () => void;
  /** Comments on what is selected; undefined where nobody can. */
  comment: (() => void) | undefined;
  /** Reads what the page at an address says of itself; undefined where there is nothing to show. */
  read: CardWords['read'];
}

const heading = (level: 2 | 3 | 4, name: PlainKey & `prose.${IconName}`, words: string): Command => ({
  name, words, icon: name.slice('prose.'.length) as IconName, keys: `Mod-Alt-${level}`, typed: '#'.repeat(level),
  run: (editor) => void editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

export const headings = [heading(2, 'prose.heading', 'h2 heading title 標題'), heading(3, 'prose.subheading', 'h3 subheading 小標題'), heading(4, 'prose.minorHeading', 'h4 small 次標題')] as const;

export const bold: Command = { name: 'prose.bold', icon: 'bold', words: 'bold', keys: 'Mod-b', run: (editor) => void editor.chain().focus().toggleBold().run(), isOn: (editor) => editor.isActive('bold') };
export const italic: Command = { name: 'prose.italic', icon: 'italic', words: 'italic', keys: 'Mod-i', run: (editor) => void editor.chain().focus().toggleItalic().run(), isOn: (editor) => editor.isActive('italic') };
export const strike: Command = { name: 'prose.strike', icon: 'strike', words: 'strike', keys: 'Mod-Shift-s', run: (editor) => void editor.chain().focus().toggleStrike().run(), isOn: (editor) => editor.isActive('strike') };
export const code: Command = { name: 'prose.code', icon: 'developer', words: 'code', keys: 'Mod-e', run: (editor) => void editor.chain().focus().toggleCode().run(), isOn: (editor) => editor.isActive('code') };
export const link: Command = { name: 'prose.link', icon: 'link', words: 'link', keys: 'Mod-k', run: (_, ask) => ask.link(), isOn: (editor) => editor.isActive('link') };

export const comment: Command = { name: 'prose.comment', icon: 'comment', words: 'comment', keys: 'Mod-m', needs: 'comment', run: (_, ask) => ask.comment?.() };

export const bullets: Command = { name: 'prose.bullets', icon: 'bullets', words: 'ul list bullets 項目清單', keys: 'Mod-Shift-8', typed: '-', run: (editor) => void editor.chain().focus().toggleBulletList().run(), isOn: (editor) => editor.isActive('bulletList'), turn: (editor, at) => turnList(editor, at, { type: 'bulletList', checked: null }) };
export const numbers: Command = { name: 'prose.numbers', icon: 'numbers', words: 'ol list numbers 編號清單', keys: 'Mod-Shift-7', typed: '1.', run: (editor) => void editor.chain().focus().toggleOrderedList().run(), isOn: (editor) => editor.isActive('orderedList'), turn: (editor, at) => turnList(editor, at, { type: 'orderedList', checked: null }) };
export const quote: Command = { name: 'prose.quote', icon: 'quote', words: 'quote blockquote 引文', keys: 'Mod-Shift-9', typed: '>', run: (editor) => quoteOrNot(editor), isOn: (editor) => editor.isActive('blockquote') && !isInCallout(editor), turn: quoteList };
const codeBlock: Command = { name: 'prose.codeBlock', icon: 'developer', words: 'code block pre 程式碼', typed: '```', run: (editor) => void editor.chain().focus().toggleCodeBlock().run(), isOn: (editor) => editor.isActive('codeBlock') };
const rule: Command = { name: 'prose.rule', icon: 'density', words: 'hr divider line 分隔線', typed: '---', run: (editor) => void editor.chain().focus().setHorizontalRule().run() };
export const table: Command = { name: 'prose.table', icon: 'table', words: 'table grid 表格', run: (editor) => insertTable(editor), isPossible: (editor) => !editor.isActive('table') };
export const picture: Command = { name: 'prose.picture', icon: 'media', words: 'picture image photo 圖片', needs: 'picture', run: (_, ask) => ask.picture?.() };
const gallery: Command = { name: 'prose.gallery', icon: 'apps', words: 'gallery pictures images photos 圖片 相簿', needs: 'gallery', run: (_, ask) => ask.gallery?.() };
const embed: Command = { name: 'prose.embed', icon: 'external', words: 'embed link video card 嵌入', run: (_, ask) => ask.embed() };
const task: Command = { name: 'prose.task', icon: 'check', words: 'todo task checkbox 待辦', typed: '[ ]', run: (editor) => insertTask(editor), isPossible: (editor) => hasTasks(editor.schema), turn: (editor, at) => turnList(editor, at, { type: 'bulletList', checked: false }) };

const isInCallout = (editor: Editor) => typeof editor.getAttributes('blockquote')['callout'] === 'string';

function quoteOrNot(editor: Editor): void {
  const chain = editor.chain().focus();
  void (isInCallout(editor) ? chain.updateAttributes('blockquote', { callout: null, fold: null }) : chain.toggleBlockquote()).run();
}

/** A quotation that is set apart: `next` says how, of what it is already. */
const labelled = (next: (now: Label) => Label): Pick<Command, 'run' | 'turn' | 'isPossible'> => ({
  run: (editor) => {
    const chain = editor.chain().focus();
    void (editor.isActive('blockquote') ? chain.updateAttributes('blockquote', next(labelIn(editor))) : chain.wrapIn('blockquote', next(plain))).run();
  },
  turn: (editor, at) => quoteList(editor, at, next(plain)),
  isPossible: (editor) => hasCallouts(editor.schema) && (editor.isActive('blockquote') || editor.can().wrapIn('blockquote')),
});

const plain: Label = { callout: 'note', fold: null };

/** What the quotation is that somebody is in; a plain note where it is no callout. */
function labelIn(editor: Editor): Label {
  const { callout, fold } = editor.getAttributes('blockquote') as Partial<Label>;
  return callout ? { callout, fold: fold ?? null } : plain;
}

const callout = (kind: CalloutKind, icon: IconName, words: string): Command => ({ name: `prose.callout.${kind}`, icon, words: `callout ${kind} ${words}`, ...labelled((now) => ({ ...now, callout: kind })) });

const calloutCommands = [callout('note', 'note', '備註'), callout('tip', 'tip', '提示'), callout('important', 'comment', '重要'), callout('warning', 'alert', '警告'), callout('caution', 'stop', '小心')];
const toggle: Command = { name: 'prose.toggle', icon: 'fold', words: 'toggle details fold collapse faq 折疊 展開', ...labelled((now) => ({ ...now, fold: now.fold ? null : '-' })) };

const paragraph: Command = { name: 'prose.paragraph', icon: 'article', words: 'paragraph', run: (editor) => void editor.chain().focus().setParagraph().run() };

/** What a block of words can be turned into by its menu. */
export const turned: readonly Command[] = [paragraph, ...headings, bullets, numbers, task, quote, ...calloutCommands, toggle, codeBlock];

/** What the menu on "/" has. */
export const slashed: readonly Command[] = [...headings, bullets, numbers, task, quote, picture, gallery, table, codeBlock, embed, rule, toggle, ...calloutCommands];

const inLine = [headings[0], headings[1], bold, italic, strike, code, link];

/** What stands above a text. */
export const standing: readonly Command[][] = [inLine, [bullets, numbers, quote, table, picture]];

/** What stands at a selection: the same in the same order, as far as it is about words. */
export const overSelection: readonly Command[] = [...inLine, quote, comment];

function insertTable(editor: Editor): void {
  const cell = (type: string) => ({ type, content: [{ type: 'paragraph' }] });
  const row = (type: string) => ({ type: 'tableRow', content: [cell(type), cell(type), cell(type)] });
  const at = editor.state.selection.from;
  editor.chain().focus().insertContent({ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }).run();
  // Into the first cell, from where Tab leads on.
  let first: number | undefined;
  editor.state.doc.nodesBetween(Math.max(0, at - 2), editor.state.doc.content.size, (node, position) => {
    if (node.type.name === 'tableHeader') first ??= position;
    return first === undefined;
  });
  if (first !== undefined) editor.commands.setTextSelection(first + 2);
}

function insertTask(editor: Editor): void {
  const chain = editor.chain().focus();
  (editor.isActive('bulletList') ? chain : chain.toggleBulletList()).updateAttributes('listItem', { checked: false }).run();
}

import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type EditorState } from '@tiptap/pm/state';

/** A "/" that was typed, and what stands behind it. */
export interface Slash {
  from: number;
  to: number;
  query: string;
}

/** A line begins behind a picture and behind a line break; other pieces are like a letter. */
const leafText = ({ type }: Node) => (type.name === 'picture' || type.name === 'hardBreak' ? '\n' : '\u0000');

/** What somebody types after a "/" at the beginning of a line or behind a space: the words of a name. */
export function slashAt({ selection }: EditorState): Slash | undefined {
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 40), $from.parentOffset, undefined, leafText);
  const found = /(?:^|\s)\/((?:[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+)* ?)?)$/u.exec(before);
  if (!found) return undefined;
  const query = found[1] ?? '';
  return { from: selection.from - query.length - 1, to: selection.from, query };
}

/** Passes the keys of an editor to whoever wants them first. */
export class Keys {
  #taker: ((event: KeyboardEvent) => boolean) | undefined;

  to(taker: ((event: KeyboardEvent) => boolean) | undefined): void {
    this.#taker = taker;
  }

  take(event: KeyboardEvent): boolean {
    return this.#taker?.(event) === true;
  }
}

export const listensTo = (keys: Keys) =>
  Extension.create({
    name: 'keys',
    priority: 10_000,
    addProseMirrorPlugins: () => [new Plugin({ props: { handleKeyDown: (_, event) => !event.isComposing && keys.take(event) } })],
  });

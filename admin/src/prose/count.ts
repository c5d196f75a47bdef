import type { Node } from '@tiptap/pm/model';

/** What a text is long by: words, and of scripts without spaces the characters. */
export interface Length {
  words: number;
  wide: number;
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const word = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
const speed = { words: 220, wide: 400 };

export function lengthOf(text: string): Length {
  return { wide: text.match(wide)?.length ?? 0, words: text.replaceAll(wide, ' ').match(word)?.length ?? 0 };
}

const known = new WeakMap<Node, Length>();

/** The length of the blocks of a document; one that has not changed is not counted again. */
export function lengthOfBlocks(blocks: readonly Node[]): Length {
  const sum = { words: 0, wide: 0 };
  for (const block of blocks) {
    const length = known.get(block) ?? lengthOf(block.textBetween(0, block.content.size, ' ', ' '));
    known.set(block, length);
    sum.words += length.words;
    sum.wide += length.wide;
  }
  return sum;
}

/** How many minutes somebody reads it, at least one. */
export const minutesOf = ({ words, wide: characters }: Length) => Math.max(1, Math.round(words / speed.words + characters / speed.wide));

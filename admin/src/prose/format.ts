import type { Node } from '@tiptap/pm/model';

/** A block of a text, and where it stands in it. */
export interface Piece {
  /** Its bytes. */
  source: string;
  /** What stands between it and the next, or behind the last. */
  gap: string;
  node: Node;
}

/** A way to keep a text. */
export interface Format {
  /** What stands before the first block, and the blocks. Put together they are the text, byte for byte. */
  read: (text: string) => { lead: string; pieces: Piece[] };
  /** A block that was edited; "" for one that leaves nothing. The same node always gives the same text. */
  write: (node: Node) => string;
  /** What keeps two written blocks apart; `gap` is what stood between them, where they were neighbours. */
  between: (a: Side, b: Side, gap: string | undefined) => string;
}

export interface Side {
  node: Node;
  text: string;
}

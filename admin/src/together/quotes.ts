import { useCallback, useSyncExternalStore } from 'react';

import type { Quote } from '../api/types.gen';

/** A text that is shown as it looks: what is selected in it, and which of its quoted words it has. */
export interface QuotedText {
  /** What somebody who is in the text has selected. */
  selected: () => Quote | undefined;
  missing: () => ReadonlySet<string>;
  go: (id: string) => boolean;
}

/** The texts of a page whose words are commented on, by the pointers of their fields. */
export class QuotedTexts {
  private readonly texts = new Map<string, { text: QuotedText; missing: ReadonlySet<string> }>();
  private readonly watchers = new Set<() => void>();

  /** A text is there, until what it gives is called. */
  readonly add = (field: string, text: QuotedText): (() => void) => {
    const held = { text, missing: text.missing() };
    this.texts.set(field, held);
    this.tell();
    return () => {
      if (this.texts.get(field) === held) this.texts.delete(field);
      this.tell();
    };
  };

  /** Other words of a text are found now. */
  readonly changed = (field: string): void => {
    const held = this.texts.get(field);
    if (!held) return;
    const missing = held.text.missing();
    if (missing.size === held.missing.size && [...missing].every((id) => held.missing.has(id))) return;
    held.missing = missing;
    this.tell();
  };

  readonly selectedIn = (field: string): Quote | undefined => this.texts.get(field)?.text.selected();

  /** Where the text is not shown, nobody knows. */
  readonly isMissing = (field: string, id: string): boolean => this.texts.get(field)?.missing.has(id) === true;

  readonly go = (field: string, id: string): boolean => this.texts.get(field)?.text.go(id) === true;

  readonly watch = (tell: () => void): (() => void) => {
    this.watchers.add(tell);
    return () => this.watchers.delete(tell);
  };

  private tell(): void {
    this.watchers.forEach((each) => each());
  }
}

/** Whether the words of a comment are no longer in the text. */
export function useIsMissing(texts: QuotedTexts, field: string, id: string): boolean {
  return useSyncExternalStore(texts.watch, useCallback(() => texts.isMissing(field, id), [texts, field, id]));
}

import type { Editor } from '@tiptap/react';
import { useEffect, useMemo } from 'react';

import { useComments, usePanel } from '../together/panel';
import { goToQuote, markQuotes, missingIn, quoteOf } from './quotes';

/** Marks the words of a text that open threads are on. What it gives begins a comment on what is selected. */
export function useQuotes(editor: Editor, field: string): (() => void) | undefined {
  const panel = usePanel();
  const items = useComments(panel)?.items;
  const quotes = useMemo(
    () => (items ?? []).flatMap(({ id, thread, field: of, quote, resolvedAt }) => (id === thread && of === field && quote && resolvedAt === null ? [{ id, quote }] : [])),
    [items, field],
  );
  useEffect(() => {
    if (!editor.isDestroyed) markQuotes(editor.view, quotes);
  }, [editor, quotes]);
  const texts = panel?.texts;
  useEffect(
    () =>
      texts?.add(field, {
        selected: () => (editor.isDestroyed || !editor.isFocused ? undefined : quoteOf(editor.state)),
        missing: () => (editor.isDestroyed ? new Set() : missingIn(editor.view)),
        go: (id) => !editor.isDestroyed && goToQuote(editor.view, id),
      }),
    [texts, editor, field],
  );
  return panel && panel.id !== '' ? () => panel.comment(field, quoteOf(editor.state)) : undefined;
}

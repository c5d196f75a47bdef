import { useState } from 'react';

import { clashIn } from '../../values/paragraphs';
import type { Unsaved } from '../../together/Together';
import type { EntryEditor } from './editor';
import { differences, landed } from './merge';

type Clashing = Pick<EntryEditor, 'phase' | 'resolving' | 'newer' | 'edits' | 'value'>;

/** The first place that somebody has to choose in, before what they typed is saved; undefined for none. */
export function clashOf({ newer, edits, value }: Clashing): Unsaved | undefined {
  if (!newer || !edits) return undefined;
  const found = differences(landed(edits.base?.data ?? {}, edits.sent, newer.data), value, newer.data).find(({ usual }) => usual === undefined);
  if (!found) return undefined;
  const { field, base, mine, theirs } = found;
  return { field, at: typeof base === 'string' && typeof mine === 'string' && typeof theirs === 'string' ? clashIn(base, mine, theirs) : undefined };
}

/** The same, from when a save has met it. It is looked for once, and not at each change of the text. */
export function useClash(editor: Clashing): Unsaved | undefined {
  const newer = editor.phase === 'clash' || editor.resolving ? editor.newer : undefined;
  const [met, meet] = useState<{ newer: typeof newer; clash: Unsaved | undefined }>();
  if (met?.newer !== newer) meet({ newer, clash: newer && clashOf(editor) });
  return newer && met?.clash;
}

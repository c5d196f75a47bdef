import { useLayoutEffect, useRef, useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import { notifyDone } from '../../ui/notify';
import type { PartFault } from './article/faults';
import { useBehind } from './behind';
import { useAskLost } from './lost';
import { useAskWordless } from './wordless';
import { useEndPublishes } from './times/useEndPublishes';
import type { EntryEditor } from './editor';

export interface Moves {
  /** Makes a move, or asks first where something is lost by it. */
  begin: (move: EntryMove) => void;
  sure: { move: Exclude<EntryMove, 'publish'>; opened: boolean };
  /** What a publish is asked about: what it names, or is named by, and what would lead nowhere; and pictures without words. */
  lost: { found: readonly PartFault[]; opened: boolean };
  close: () => void;
  /** Makes a move that was asked about, and answers whether it was done. `tell` says what was done, where that is more than its name. */
  go: (move: EntryMove, tell?: () => void) => Promise<boolean>;
}

const notLost: Moves['lost'] = { found: [], opened: false };

/** The moves of an entry, asked about and told of. `title` is what it is called where it stands. */
export function useMoves(editor: EntryEditor, title: string, done?: (move: EntryMove) => void): Moves {
  const speech = useSpeech();
  const { t } = speech;
  const [sure, ask] = useState<Moves['sure']>({ move: 'unpublish', opened: false });
  const [lost, askAbout] = useState(notLost);
  const lostIn = useAskLost();
  const wordlessIn = useAskWordless();
  const behind = useBehind(editor.detail, editor.value);
  const endPublishes = useEndPublishes();
  // It is looked up what a publish names, and meanwhile the entry may be saved: what is moved is the entry as it is then.
  const now = useRef(editor);
  useLayoutEffect(() => {
    now.current = editor;
  });
  const asking = useRef(false);
  const close = () => {
    ask((now) => ({ ...now, opened: false }));
    askAbout((now) => ({ ...now, opened: false }));
  };
  const move = async (kind: EntryMove, tell: () => void = () => void notifyDone(speech, t(`entry.done.${kind}`, { title }))) => {
    close();
    if (!(await now.current.move(kind))) return false;
    const { entry } = now.current.detail ?? {};
    if (kind === 'publish' && entry) void endPublishes(entry, [entry], false);
    tell();
    done?.(kind);
    return true;
  };
  const publish = async () => {
    if (asking.current) return;
    asking.current = true;
    const asked = await Promise.all([lostIn, wordlessIn].map((each) => each(editor.collection, editor.value))).finally(() => {
      asking.current = false;
    });
    const found = [...behind, ...asked.flat()];
    if (found.length > 0) askAbout({ found, opened: true });
    else await move('publish');
  };
  const begin = (kind: EntryMove) => {
    // Nothing is lost by publishing, and by taking an archived entry back to the drafts.
    if (kind === 'publish') void publish();
    else if (kind === 'unpublish' && editor.detail?.entry.status === 'archived') void move(kind);
    else ask({ move: kind, opened: true });
  };
  return { begin, sure, lost, close, go: move };
}

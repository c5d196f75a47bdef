import type { Editor } from '@tiptap/react';
import { use, useEffect, useState } from 'react';

import type { Presence } from '../api/types.gen';
import { useSpeech, type Speech } from '../i18n/text';
import { calledBy, initialsOf, toneOf } from '../together/person';
import { TogetherContext, type PresentText } from '../together/store';
import { markOthers, pause, spotAt, type Other } from './others';
import { placeAt } from './spots';
import type { Making } from './useTextEditor';

const presentText = ({ editor, session }: Making): PresentText => ({
  here: () => (editor.isDestroyed || !editor.isFocused ? '' : spotAt(editor.state.doc, editor.state.selection.head)),
  at: (index) => spotAt(editor.state.doc, placeAt(editor.state.doc, session.written(editor), index)),
});

/** Has others see where in a text somebody is, once its editor is made: what it gives hears of that. */
export function usePresentText(field: string): (making: Making) => void {
  const store = use(TogetherContext);
  const [making, made] = useState<Making>();
  useEffect(() => {
    if (making) store?.add(field, presentText(making));
  }, [store, field, making]);
  return made;
}

/** Marks where others are in a text, while it is shown. A word of somebody else renders nothing but that. */
export function useOthers(editor: Editor, field: string): void {
  const speech = useSpeech();
  const store = use(TogetherContext);
  useEffect(() => {
    if (!store) return undefined;
    let shown = '[]';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(timer);
      if (editor.isDestroyed) return;
      const now = othersIn(store.get(), field, speech);
      if (JSON.stringify(now) === shown) return;
      if (editor.view.composing) {
        timer = setTimeout(show, pause);
        return;
      }
      shown = JSON.stringify(now);
      markOthers(editor.view, now);
    };
    show();
    const unwatch = store.watch(show);
    return () => {
      unwatch();
      clearTimeout(timer);
      if (!editor.isDestroyed) markOthers(editor.view, []);
    };
  }, [editor, field, speech, store]);
}

/** Who is marked in a text: at what is not saved, and where they are elsewhere. */
export function othersIn({ people }: Presence, field: string, speech: Pick<Speech, 't'>): Other[] {
  return people.flatMap((person) => {
    const name = calledBy(speech, person.name);
    const other = { id: person.id, initials: initialsOf(name), tone: toneOf(person) };
    const waits = person.unsaved?.field === field ? person.unsaved.block : '';
    const marks: Other[] = [];
    if (waits !== '') marks.push({ ...other, spot: waits, label: speech.t('together.unsavedHere', { name }), unsaved: true });
    if (person.field === field && person.block !== '' && numberOf(person.block) !== numberOf(waits)) marks.push({ ...other, spot: person.block, label: speech.t('together.inBlock', { name }), unsaved: false });
    return marks;
  });
}

const numberOf = (spot: string) => spot.slice(0, 4);

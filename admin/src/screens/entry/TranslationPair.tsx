import { useState, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { Fields } from '../../forms/Fields';
import { Summary } from '../../forms/templates/Summary';
import { useFormState, type FormState } from '../../forms/useFormState';
import { useSpeech } from '../../i18n/text';
import { type Data } from '../../values/data';
import { localeName } from '../../values/names';
import { PublishSheet } from './article/PublishSheet';
import { usePublishing, type Publishing } from './article/usePublishing';
import { propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import classes from './Entry.module.css';
import { EntryForm, formOf } from './EntryForm';
import { Notices } from './Notices';
import { BesidePreview } from './preview/BesidePreview';
import { TranslationHead } from './TranslationHead';
import { useUnsaved } from './unsaved';
import { sidesOf, useEntryEditor, type EntryEditor } from './useEntryEditor';
import { useMayPublish } from './useEntryShortcuts';
import { useMoves, type Moves } from './useMoves';

export interface TranslationSide {
  locale: string;
  /** undefined for a translation that is not made yet. */
  detail: EntryDetail | undefined;
  /** What it begins with then. */
  start: Data;
}

interface PairProps {
  parent: EntryDetail;
  /** What the article is called. */
  title: string;
  collection: Collection;
  source: TranslationSide;
  target: TranslationSide;
  /** Chooses another source. */
  choice: ReactNode;
}

/** One of two translations, with its form. */
interface Side {
  name: string;
  locale: string;
  editor: EntryEditor;
  moves: Moves;
  form: FormState;
}

/** Two translations field by field, each with its own way of being saved and published. */
export function TranslationPair({ parent, title, collection, source, target, choice }: PairProps) {
  const from = useSide(collection, source, 'source', title);
  const to = useSide(collection, target, 'target', title);
  useSaveBoth(from.editor, to.editor);
  const publishing = usePublishing(parent, [from.editor, to.editor]);
  usePublishOne(from, to, publishing);
  const sides = [from, to];
  // Where there is room for one language, it is the one that is open.
  const cell = (side: Side) => ({ className: classes['cell'], 'data-side': side.locale, 'data-open': side === to || undefined });
  const fields = propertiesOf(collection).filter((field) => !to.editor.hidden.includes(field));
  return (
    <>
      <div className={`${classes['pair']} ${classes['paneHeads']}`}>
        {sides.map((side) => (
          <div key={side.locale} {...cell(side)}>
            <TranslationHead editor={side.editor} moves={side.moves} begin={beginOf(side.moves, side.locale, publishing)} title={title} locale={side.locale} {...(side === from ? { choice } : { source: from.editor.value, previews: true })} />
          </div>
        ))}
      </div>
      <BesidePreview editor={to.editor} title={to.name}>
        <div className={classes['pair']}>
          {sides.map((side) => (
            <div key={side.locale} {...cell(side)}>
              <Sayings editor={side.editor} />
              <Summary form={side.form} />
            </div>
          ))}
        </div>
        {fields.map((field) => (
          <div key={field} className={classes['pair']}>
            {sides.map((side) => (
              <div key={side.locale} role="group" aria-label={side.name} {...cell(side)}>
                <Fields form={side.form} only={field} />
              </div>
            ))}
          </div>
        ))}
      </BesidePreview>
      <PublishSheet parent={parent} title={title} publishing={publishing} />
    </>
  );
}

/** Publishing is of the article, with the language that it is begun in; anything else is of the language alone. */
const beginOf = (moves: Moves, locale: string, publishing: Publishing) => (move: EntryMove) => (move === 'publish' ? publishing.begin(locale) : moves.begin(move));

/** The first translation of an entry: there is nothing to hold it against. */
export function TranslationAlone({ parent, title, collection, target }: Omit<PairProps, 'source' | 'choice'>) {
  const { language } = useSpeech();
  const editor = useTranslationEditor(collection, target, 'target');
  const moves = useMoves(editor, inLocale(title, localeName(target.locale, language)));
  const publishing = usePublishing(parent, [editor]);
  const begin = beginOf(moves, target.locale, publishing);
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => void editor.save());
  useShortcut({ keys: 'mod+enter', label: 'shortcuts.publish', group: 'entry' }, () => begin('publish'), useMayPublish(editor));
  return (
    <div className={classes['single']}>
      <div className={classes['paneHeads']}>
        <TranslationHead editor={editor} moves={moves} begin={begin} title={title} locale={target.locale} previews />
      </div>
      <BesidePreview editor={editor} title={localeName(target.locale, language)}>
        <EntryForm editor={editor} />
      </BesidePreview>
      <PublishSheet parent={parent} title={title} publishing={publishing} />
    </div>
  );
}

/** What a language of an article is called where others are not in sight. */
export const inLocale = (title: string, name: string) => `${title} · ${name}`;

function useSide(collection: Collection, side: TranslationSide, idPrefix: 'source' | 'target', title: string): Side {
  const { language } = useSpeech();
  const name = localeName(side.locale, language);
  const editor = useTranslationEditor(collection, side, idPrefix);
  return { name, locale: side.locale, editor, moves: useMoves(editor, inLocale(title, name)), form: useFormState(formOf(editor)) };
}

function useTranslationEditor(collection: Collection, { locale, detail, start }: TranslationSide, idPrefix: 'source' | 'target'): EntryEditor {
  const [begun] = useState(start);
  const on = collection.translates?.on ?? '';
  const [hidden] = useState(() => ['locale', on]);
  const draftId = detail?.entry.id ?? `new ${String(begun[on])} ${locale}`;
  const editor = useEntryEditor({ collection, detail, start: begun, draftId, idPrefix, hidden });
  useUnsaved({ place: idPrefix, dirty: editor.dirty, save: editor.save, stays: () => false });
  return editor;
}

/** A translation that nothing was written into yet is not made by saving the other one. */
function useSaveBoth(from: EntryEditor, to: EntryEditor): void {
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => {
    if (from.dirty) void from.save();
    if (to.dirty) void to.save();
  });
}

/** Publishes the article, with the side that is worked in, or the translation where that is none. */
function usePublishOne(from: Side, to: Side, publishing: Publishing): void {
  const [mayFrom, mayTo] = [useMayPublish(from.editor), useMayPublish(to.editor)];
  const publish = () => {
    const within = document.activeElement?.closest('[data-side]')?.getAttribute('data-side');
    const inSource = within === from.locale;
    publishing.begin((inSource ? from : to).locale);
  };
  useShortcut({ keys: 'mod+enter', label: 'shortcuts.publish', group: 'entry' }, publish, mayFrom || mayTo);
}

function Sayings({ editor }: { editor: EntryEditor }) {
  const sides = sidesOf(editor);
  if (sides) return <Conflict editor={editor} {...sides} />;
  return <Notices editor={editor} />;
}

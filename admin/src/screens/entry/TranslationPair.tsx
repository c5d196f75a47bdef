import type { ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { Fields } from '../../forms/Fields';
import { Summary } from '../../forms/templates/Summary';
import { useFormState, type FormState } from '../../forms/useFormState';
import { useSpeech } from '../../i18n/text';
import { localeName } from '../../values/names';
import type { Editing } from './article/Choice';
import { PublishSheet } from './article/PublishSheet';
import { usePublishing, type Publishing } from './article/usePublishing';
import { inLocale } from './article/words';
import { copiesOf, isEmpty, propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import classes from './Entry.module.css';
import { useFormOf } from './EntryForm';
import { Notices } from './Notices';
import { BesidePreview } from './preview/BesidePreview';
import { TranslationHead } from './TranslationHead';
import { TimeNotices } from './times/TimeNotices';
import { sidesOf, type EntryEditor } from './editor';
import { useMayPublish } from './useEntryShortcuts';
import { useMoves, type Moves } from './useMoves';
import { useWords, type Words } from './useWords';
import type { Working } from './working';
import { sameValue } from '../../values/data';
import { titleFieldOf } from './writing/writes';

interface PairProps {
  parent: EntryDetail;
  shared: EntryEditor;
  /** Saves that, with the copies that languages have of it. */
  save: () => Promise<Working | undefined>;
  /** What the article is called. */
  title: string;
  collection: Collection;
  source: Words;
  target: Words;
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
export function TranslationPair({ parent, shared, save, title, collection, source, target, choice }: PairProps) {
  const from = useSide(collection, source, 'source', title);
  const to = useSide(collection, target, 'target', title);
  useSaveBoth(from.editor, to.editor);
  const all = [shared, from.editor, to.editor];
  const publishing = usePublishing(parent, all);
  usePublishOne(from, to, publishing);
  const saveAll = async () => {
    for (const each of [from.editor, to.editor]) {
      if ((each.dirty || each.keeps) && !(await each.save())) return undefined;
    }
    return save();
  };
  const editing: Editing = { shared, words: to.editor, dirty: all.some(({ dirty }) => dirty), save: saveAll };
  const sides = [from, to];
  // Where there is room for one language, it is the one that is open.
  const cell = (side: Side) => ({ className: classes['cell'], 'data-side': side.locale, 'data-open': side === to || undefined });
  // What both have a copy of is written where the article is. A field does not go while somebody types into it.
  const isCopy = (field: string) => copiesOf(collection, parent.collection).includes(field) && sides.every(({ editor }) => sameValue((editor.stored?.data ?? editor.value)[field], parent.entry.data[field]));
  const fields = propertiesOf(collection).filter((field) => !to.editor.hidden.includes(field) && !isCopy(field));
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
      <PublishSheet parent={parent} title={title} publishing={publishing} editing={editing} />
    </>
  );
}

/** Publishing is of the article, with the language that it is begun in; anything else is of the language alone. */
const beginOf = (moves: Moves, locale: string, publishing: Publishing) => (move: EntryMove) => (move === 'publish' ? publishing.begin(locale) : moves.begin(move));

function useSide(collection: Collection, side: Words, idPrefix: 'source' | 'target', title: string): Side {
  const { language } = useSpeech();
  const name = localeName(side.locale, language);
  const on = collection.translates?.on ?? '';
  const titleField = titleFieldOf(collection) ?? '';
  // It is made by itself once it has a title, as on a page of its own (decision 352).
  const editor = useWords(collection, side, { idPrefix, draftId: String(side.start[on]), begins: (value) => !isEmpty(value[titleField]) && !isEmpty(side.start[on]) });
  const called = inLocale(title, name);
  return { name, locale: side.locale, editor: { ...editor, called }, moves: useMoves(editor, called), form: useFormState(useFormOf(editor)) };
}

/** A translation that nothing was written into yet is not made by saving the other one. */
function useSaveBoth(from: EntryEditor, to: EntryEditor): void {
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => {
    if (from.dirty || from.keeps) void from.save();
    if (to.dirty || to.keeps) void to.save();
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
  return (
    <>
      {editor.detail && <TimeNotices detail={editor.detail} />}
      <Notices editor={editor} />
    </>
  );
}

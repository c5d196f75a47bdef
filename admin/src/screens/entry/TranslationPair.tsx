import { useState, type ReactNode } from 'react';

import type { Collection, EntryDetail } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { Form } from '../../forms/Form';
import { useSpeech } from '../../i18n/text';
import { type Data } from '../../values/data';
import { localeName } from '../../values/names';
import { propertiesOf } from './completeness';
import { Conflict } from './Conflict';
import classes from './Entry.module.css';
import { EntryForm } from './EntryForm';
import { Notices } from './Notices';
import { TranslationHead } from './TranslationHead';
import { useUnsaved } from './unsaved';
import { isEditable, useEntryEditor, type EntryEditor } from './useEntryEditor';

export interface TranslationSide {
  locale: string;
  /** undefined for a translation that is not made yet. */
  detail: EntryDetail | undefined;
  /** What it begins with then. */
  start: Data;
}

interface PairProps {
  collection: Collection;
  source: TranslationSide;
  target: TranslationSide;
  /** Chooses another source. */
  choice: ReactNode;
}

/** Two translations field by field, each with its own way of being saved and published. */
export function TranslationPair({ collection, source, target, choice }: PairProps) {
  const from = useTranslationEditor(collection, source, 'source');
  const to = useTranslationEditor(collection, target, 'target');
  useSaveBoth(from, to);
  const { language } = useSpeech();
  const sides = [from, to];
  const nameOf = (side: EntryEditor) => localeName(side === from ? source.locale : target.locale, language);
  const joined = ['locale', collection.translates?.on ?? ''];
  const fields = propertiesOf(collection).filter((field) => !joined.includes(field));
  return (
    <>
      <div className={classes['pair']}>
        <TranslationHead editor={from} locale={source.locale} choice={choice} />
        <TranslationHead editor={to} locale={target.locale} source={from.value} />
        {sides.map((side) => (
          <div key={side.idPrefix}>
            <Sayings editor={side} />
          </div>
        ))}
      </div>
      {fields.map((field) => (
        <div key={field} className={classes['pair']}>
          {sides.map((side) => (
            <div key={side.idPrefix} role="group" aria-label={nameOf(side)} data-language={nameOf(side)} className={classes['cell']}>
              <OneField editor={side} field={field} />
            </div>
          ))}
        </div>
      ))}
    </>
  );
}

/** The first translation of an entry: there is nothing to hold it against. */
export function TranslationAlone({ collection, target }: Omit<PairProps, 'source' | 'choice'>) {
  const editor = useTranslationEditor(collection, target, 'target');
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => void editor.save());
  return (
    <div className={classes['single']}>
      <TranslationHead editor={editor} locale={target.locale} />
      <EntryForm editor={editor} hidden={['locale', collection.translates?.on ?? '']} />
    </div>
  );
}

function useTranslationEditor(collection: Collection, { locale, detail, start }: TranslationSide, idPrefix: 'source' | 'target'): EntryEditor {
  const [begun] = useState(start);
  const on = collection.translates?.on ?? '';
  const draftId = detail?.entry.id ?? `new ${String(begun[on])} ${locale}`;
  const editor = useEntryEditor({ collection, detail, start: begun, draftId, idPrefix });
  useUnsaved({ place: idPrefix, dirty: editor.dirty, save: editor.save, stays: () => false });
  return editor;
}

function useSaveBoth(from: EntryEditor, to: EntryEditor): void {
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => {
    if (from.dirty) void from.save();
    if (to.dirty || !to.detail) void to.save();
  });
}

function Sayings({ editor }: { editor: EntryEditor }) {
  if (editor.resolving && editor.newer && editor.edits?.base && editor.detail?.permissions.edit) return <Conflict editor={editor} theirs={editor.newer} base={editor.edits.base} mine={editor.value} />;
  return <Notices editor={editor} />;
}

/** One field of a form, so that it stands beside the same field of the other. */
function OneField({ editor, field }: { editor: EntryEditor; field: string }) {
  const { collection, diagnostics, detail } = editor;
  const others = propertiesOf(collection).filter((each) => each !== field);
  return (
    <Form
      schema={collection.schema}
      uiSchema={collection.uiSchema}
      value={editor.value}
      change={editor.change}
      hidden={others}
      diagnostics={editor.failure?.pointer[0] === field ? diagnostics : []}
      readOnly={!isEditable(editor) || editor.resolving}
      partial={(detail?.entry.status ?? 'draft') === 'draft'}
      unread={editor.unread}
      idPrefix={`${editor.idPrefix}-${field}`}
    />
  );
}

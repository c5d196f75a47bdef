import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import { notifyDone } from '../../ui/notify';
import { titleOf } from '../../values/title';
import { ConfirmMove, needsNoQuestion } from './ConfirmMove';
import classes from './Entry.module.css';
import { EntryForm } from './EntryForm';
import { EntryHead } from './EntryHead';
import type { LoadedEntry } from './EntryLoader';
import { JsonView } from './JsonView';
import { Rail } from './Rail';
import { RelatedSections } from './RelatedSections';
import { Translate } from './Translate';
import { useUnsaved } from './unsaved';
import { useEntryEditor } from './useEntryEditor';
import { useEntryShortcuts } from './useEntryShortcuts';

/** The page of an entry: its form, and beside it all that is known of it. */
export function EntryPage({ collection, detail, gone, start, draftId, created }: LoadedEntry & { created: (id: string) => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const navigate = useNavigate();
  const { locale, source } = useSearch({ from: '/staff/c/$collection/$id' });
  const [sure, ask] = useState<EntryMove>();
  const [json, showJson] = useState(false);
  const editor = useEntryEditor({ collection, detail, gone, start, draftId, idPrefix: 'entry', created: (entry) => created(entry.id) });
  useUnsaved({ place: 'page', dirty: editor.dirty, save: editor.save, stays: () => true });

  const title = titleOf(collection, editor.value, speech.language) || t(detail ? 'value.untitled' : 'entry.newTitle');
  const move = async (kind: EntryMove) => {
    ask(undefined);
    if (!(await editor.move(kind))) return;
    notifyDone(speech, t(`entry.done.${kind}`, { title }));
    if (kind === 'delete') void navigate({ to: '/c/$collection', params: { collection: collection.name }, ignoreBlocker: true });
  };
  const begin = (kind: EntryMove) => (needsNoQuestion(kind, detail?.entry.status) ? void move(kind) : ask(kind));
  const translates = locale !== undefined && detail?.related.some((each) => each.relationship.kind === 'translation') === true;
  useEntryShortcuts(editor, begin, !translates);

  if (translates) return <Translate parent={detail} title={title} locale={locale} source={source} />;
  return (
    <div className={classes['root']}>
      <EntryHead editor={editor} title={title} begin={begin} showJson={() => showJson(true)} />
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <EntryForm editor={editor} />
          {detail && <RelatedSections detail={detail} />}
        </div>
        {detail && <Rail editor={editor} detail={detail} begin={begin} />}
      </div>
      <ConfirmMove move={sure} title={title} published={detail?.entry.status === 'published'} close={() => ask(undefined)} go={(kind) => void move(kind)} />
      {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
    </div>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import type { Collection } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { isEmpty } from './completeness';
import { Together } from '../../together/Together';
import type { Data } from '../../values/data';
import { titleOf } from '../../values/title';
import { ArticlePage } from './article/ArticlePage';
import { InArticle } from './article/InArticle';
import { useNamedField } from './article/useNamedField';
import { useIsArticle } from './article/useParent';
import { useSlug } from './article/useSlug';
import classes from './Entry.module.css';
import { EntryForm } from './EntryForm';
import { EntryHead } from './EntryHead';
import type { LoadedEntry } from './EntryLoader';
import { JsonView } from './JsonView';
import { BesidePreview } from './preview/BesidePreview';
import { Rail } from './Rail';
import { RelatedSections } from './RelatedSections';
import { useUnsaved } from './unsaved';
import { TimeNotices } from './times/TimeNotices';
import { useTimes } from './times/useTimes';
import { useClash } from './useClash';
import { useEntryEditor } from './useEntryEditor';
import { useEntryShortcuts } from './useEntryShortcuts';
import { useEntryVerbs } from './useEntryVerbs';
import { useFirstFocus, useKeptFocus } from './useKeptFocus';
import { MoveQuestion } from './MoveQuestion';
import { useMoves } from './useMoves';
import { useShowVersions } from './useShowVersions';
import { WritingLayout } from './writing/WritingLayout';
import { titleFieldOf, writingOf } from './writing/writes';

interface EntryPageProps extends LoadedEntry {
  created: (id: string) => void;
  /** Whether it was made on this page, which goes on with it then. */
  isMade: boolean;
}

/** The page of an entry: with its translations one article, and else its form with all that is known of it. */
export function EntryPage(props: EntryPageProps) {
  const { collection, detail, isMade } = props;
  const isArticle = useIsArticle();
  if (isArticle(collection)) return <ArticlePage {...props} />;
  if (!detail || isMade) return <SinglePage {...props} />;
  return (
    <InArticle collection={collection} detail={detail}>
      <SinglePage {...props} />
    </InArticle>
  );
}

/** A title is what an entry begins with. A translation that is written alone joins its article by what is typed: half of that would join another one. */
function beginsWith(collection: Collection): ((value: Data) => boolean) | undefined {
  const title = titleFieldOf(collection);
  return title === undefined || collection.translates ? undefined : (value) => !isEmpty(value[title]);
}

function SinglePage({ collection, detail, gone, start, draftId, created }: EntryPageProps) {
  const { t, language } = useSpeech();
  const navigate = useNavigate();
  const { comment } = useSearch({ from: '/staff/c/$collection/$id' });
  const heading = useRef<HTMLHeadingElement>(null);
  const [json, showJson] = useState(false);
  const writing = useMemo(() => writingOf(collection), [collection]);
  const own = useEntryEditor({ collection, detail, gone, start, draftId, idPrefix: 'entry', begins: beginsWith(collection), created: (entry) => created(entry.id) });
  const editor = { ...own, change: useSlug(own) };
  useUnsaved({ place: 'page', editor });

  const title = titleOf(collection, editor.value, language) || t(detail ? 'value.untitled' : 'entry.newTitle');
  const done = (kind: EntryMove) => {
    if (kind === 'delete') void navigate({ to: '/c/$collection', params: { collection: collection.name }, ignoreBlocker: true });
  };
  const moves = useMoves(editor, title, done);
  const showVersions = useShowVersions(detail);
  const times = useTimes(editor, title, moves.begin);
  useEntryShortcuts(editor, times.begin, true);
  useEntryVerbs(editor, { title, begin: times.begin, showJson: () => showJson(true), showVersions }, true);
  useNamedField(editor.idPrefix);
  useKeptFocus(heading);
  useFirstFocus(detail === undefined, editor.idPrefix, heading);

  const unsaved = useClash(own);
  const related = detail && <RelatedSections detail={detail} />;
  const rail = (fields?: ReactNode) => <Rail {...{ editor, detail, begin: times.begin }}>{fields}</Rail>;
  return (
    <Together collection={collection.name} id={detail?.entry.id} named={comment} unsaved={unsaved}>
      <div className={classes['root']}>
        <EntryHead editor={editor} title={title} heading={heading} begin={times.begin} showJson={() => showJson(true)} openTimes={times.open} />
        <BesidePreview editor={editor} title={title}>
          {writing ? (
            <WritingLayout editor={editor} writing={writing} above={detail && <TimeNotices detail={detail} />} below={related} rail={rail} />
          ) : (
            <div className={classes['columns']}>
              <div className={classes['main']}>
                {detail && <TimeNotices detail={detail} />}
                <EntryForm editor={editor} />
                {related}
              </div>
              {detail && rail()}
            </div>
          )}
        </BesidePreview>
        <MoveQuestion moves={moves} editor={editor} title={title} />
        {times.sheet}
        {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
      </div>
    </Together>
  );
}

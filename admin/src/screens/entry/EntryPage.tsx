import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useSpeech } from '../../i18n/text';
import { Together } from '../../together/Together';
import { isArticle, usePublishing } from './article/usePublishing';
import { PublishSheet } from './article/PublishSheet';
import { useNamedField } from './article/useNamedField';
import { useArticleTitle } from './article/useArticleTitle';
import { ArticleMove } from './article/ArticleMove';
import { othersOf, useArticle } from './article/useArticle';
import classes from './Entry.module.css';
import { EntryForm } from './EntryForm';
import { EntryHead } from './EntryHead';
import type { LoadedEntry } from './EntryLoader';
import { JsonView } from './JsonView';
import { BesidePreview } from './preview/BesidePreview';
import { Rail } from './Rail';
import { RelatedSections } from './RelatedSections';
import { Translate } from './Translate';
import { useUnsaved } from './unsaved';
import { useEntryEditor } from './useEntryEditor';
import { useEntryShortcuts } from './useEntryShortcuts';
import { useEntryVerbs } from './useEntryVerbs';
import { useFirstFocus, useKeptFocus } from './useKeptFocus';
import { MoveQuestion, useMoves } from './useMoves';
import { useRenaming } from './useRenaming';
import { useShowVersions } from './useShowVersions';
import { WritingLayout } from './writing/WritingLayout';
import { writingOf } from './writing/writes';

/** The page of an entry: its form, and beside it all that is known of it. */
export function EntryPage({ collection, detail, gone, start, draftId, created }: LoadedEntry & { created: (id: string) => void }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const { locale, source, comment } = useSearch({ from: '/staff/c/$collection/$id' });
  const heading = useRef<HTMLHeadingElement>(null);
  const [json, showJson] = useState(false);
  const writing = useMemo(() => writingOf(collection), [collection]);
  const renaming = useRenaming(detail);
  const article = useArticle(detail);
  const own = useEntryEditor({ collection, detail, gone, start, draftId, idPrefix: 'entry', ask: renaming.ask, created: (entry) => created(entry.id) });
  const editor = { ...own, others: othersOf(article) };
  useUnsaved({ place: 'page', dirty: editor.dirty, save: editor.save, stays: () => true });

  const title = useArticleTitle(detail, collection, editor.value) || t(detail ? 'value.untitled' : 'entry.newTitle');
  const publishing = usePublishing(detail, [editor], true);
  const done = (kind: EntryMove) => {
    if (kind === 'delete') void navigate({ to: '/c/$collection', params: { collection: collection.name }, ignoreBlocker: true });
  };
  const moves = useMoves(editor, title, done);
  const moved = detail && article && article.parts.length > 1;
  const begin = (kind: EntryMove) => (kind === 'publish' && collection.translations.length > 0 ? publishing.begin() : moves.begin(kind));
  const translates = locale !== undefined && detail?.related.some((each) => each.relationship.kind === 'translation') === true;
  const showVersions = useShowVersions(detail);
  useEntryShortcuts(editor, begin, !translates);
  useEntryVerbs(editor, { title, begin, showJson: () => showJson(true), showVersions }, !translates);
  useNamedField(translates ? 'target' : editor.idPrefix);
  useKeptFocus(heading);
  useFirstFocus(detail === undefined, editor.idPrefix, heading);

  if (translates) return <Translate parent={detail} title={title} heading={heading} locale={locale} source={source} />;
  const related = detail && <RelatedSections detail={detail} />;
  const rail = detail && <Rail editor={editor} detail={detail} begin={begin} />;
  return (
    <Together collection={collection.name} id={detail?.entry.id} named={comment}>
      <div className={classes['root']}>
        <EntryHead editor={editor} title={title} heading={heading} begin={begin} showJson={() => showJson(true)} />
        <BesidePreview editor={editor} title={title}>
          {writing ? (
            <WritingLayout editor={editor} writing={writing} below={related} facts={rail} />
          ) : (
            <div className={classes['columns']}>
              <div className={classes['main']}>
                <EntryForm editor={editor} />
                {related}
              </div>
              {rail}
            </div>
          )}
        </BesidePreview>
        {moved ? <ArticleMove parent={detail} article={article} title={title} moves={moves} done={done} /> : <MoveQuestion moves={moves} editor={editor} title={title} />}
        {detail && isArticle(detail) && <PublishSheet parent={detail} title={title} publishing={publishing} />}
        {renaming.question}
        {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
      </div>
    </Together>
  );
}

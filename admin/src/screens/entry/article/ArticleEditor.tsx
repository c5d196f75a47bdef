import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';

import type { EntryMove } from '../../../api/entries';
import { mayCreate, useMe } from '../../../api/session';
import type { Article } from '../../../api/types.gen';
import { part } from '../../../app/part';
import { useFormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { Apart } from '../../../together/Apart';
import { Together } from '../../../together/Together';
import { Notice } from '../../../ui/Notice';
import { sameValue } from '../../../values/data';
import { localeName } from '../../../values/names';
import { fieldTitle } from '../../../values/schema';
import { Conflict } from '../Conflict';
import classes from '../Entry.module.css';
import { EntryForm, useFormOf } from '../EntryForm';
import { EntryHead } from '../EntryHead';
import { JsonView } from '../JsonView';
import { LagNotice } from '../LagNotice';
import { BesidePreview } from '../preview/BesidePreview';
import { hasPreview } from '../preview/PreviewToggle';
import { Rail } from '../Rail';
import { RelatedSections } from '../RelatedSections';
import { TimeNotices } from '../times/TimeNotices';
import { useTimes } from '../times/useTimes';
import { sidesOf, type EntryEditor } from '../editor';
import { useClash } from '../useClash';
import { useEntryShortcuts } from '../useEntryShortcuts';
import { useEntryVerbs } from '../useEntryVerbs';
import { useHeight } from '../useHeight';
import { useLags } from '../useLags';
import { useFirstFocus } from '../useKeptFocus';
import { MoveQuestion } from '../MoveQuestion';
import { useMoves } from '../useMoves';
import { useShowVersions } from '../useShowVersions';
import type { Working } from '../working';
import type { LocaleState, TranslationSet } from '../useTranslations';
import { WritingLayout } from '../writing/WritingLayout';
import { writingOf } from '../writing/writes';
import { LanguageBar } from './LanguageBar';
import { PublishSheet } from './PublishSheet';
import { SharedFacts } from './SharedFacts';
import { StartFrom } from './StartFrom';
import { useArticleEditor } from './useArticleEditor';
import { useArticleTitle } from './useArticleTitle';
import type { useCopies } from './useCopies';
import type { Duplicate } from './useDuplicate';
import { useNamedField } from './useNamedField';
import { usePublishing } from './usePublishing';
import { inLocale } from './words';

const ArticleMove = lazy(part(() => import('./ArticleMove').then((module) => ({ default: module.ArticleMove }))));

interface ArticleEditorProps {
  shared: EntryEditor;
  set: TranslationSet;
  target: LocaleState;
  copies: ReturnType<typeof useCopies>;
  duplicate: Duplicate | undefined;
  article: Article | undefined;
  draftId: string;
  usual: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Shows another language, once what was typed is saved; undefined where it is not. */
  open: (search: { locale: string; source?: string }, saved: Working | undefined) => void;
  came: boolean;
  /** What is asked before the article is known by another value. */
  question: ReactNode;
}

/** An article in one language: its words in the column, what all languages share in the rail, saved and published as one. */
export function ArticleEditor({ shared: given, set, target, copies, duplicate, article, draftId, usual, heading, open, came, question }: ArticleEditorProps) {
  const { t, language } = useSpeech();
  const navigate = useNavigate();
  const { comment, locale: asked } = useSearch({ from: '/staff/c/$collection/$id' });
  const [json, showJson] = useState(false);
  const [height, head] = useHeight();
  const { shared, words, editor, isUnjoined, typedIn } = useArticleEditor({ shared: given, set, target, copies, duplicate, draftId, usual });
  const { collection, detail } = shared;
  const { locale } = target;
  const name = localeName(locale, language);
  const titles = useArticleTitle(collection, shared.value, set, { locale, data: words.value });
  // The page is headed as what is open on it; what happens to the article is told by its name in the reader's language.
  const [title, headed] = [titles.named, titles.open].map((each) => each || t(detail ? 'value.untitled' : 'entry.newTitle')) as [string, string];
  const lags = useLags(set);
  const publishing = usePublishing(detail, [editor], true);
  const done = (kind: EntryMove) => {
    if (kind === 'delete') void navigate({ to: '/c/$collection', params: { collection: collection.name }, ignoreBlocker: true });
  };
  const moves = useMoves(shared, title, done);
  const publish = async () => {
    // A new one that has nothing in it is not made: it says what it lacks, in its words last, so that the focus goes there.
    if (!shared.stored && !duplicate && !editor.dirty && [shared, words].map((each) => each.tellLacking()).includes(true)) return;
    if (shared.stored) await copies.follow(shared.stored, locale);
    publishing.begin(words.detail || words.dirty ? locale : undefined);
  };
  const times = useTimes(editor, title, (kind) => (kind === 'publish' ? void publish() : moves.begin(kind)));
  const { begin } = times;
  const showVersions = useShowVersions(words.detail ?? detail);
  useEntryShortcuts(editor, begin, true);
  useEntryVerbs(editor, { title, begin, showJson: () => showJson(true), showVersions }, true);
  useNamedField(asked === undefined ? shared.idPrefix : words.idPrefix);
  useFirstFocus(detail === undefined && !came, words.idPrefix, heading);

  // What is typed here goes with nobody to another language; where it cannot be saved, the guard of the page asks.
  const leave = async (search: { locale: string; source?: string }) => open(search, editor.dirty || editor.keeps ? await editor.save() : shared.stored);
  const [ofWords, ofShared] = [useClash(words), useClash(shared)];
  const along = words.detail && detail && { collection: collection.name, id: detail.entry.id };
  const seen = words.detail ?? detail;
  const rail = (fields: ReactNode) => <Rail {...{ editor, detail, begin, words: { detail: words.detail, name }, article: article && article.parts.length > 1 ? article : undefined }}>{fields}</Rail>;
  // What is typed into one of them is seen in its own page alone.
  const previewed = hasPreview(words) && (typedIn === 'words' || !hasPreview(shared)) ? words : shared;
  return (
    <Together collection={(words.detail ? words : shared).collection.name} id={seen?.entry.id} along={along} named={comment} unsaved={words.detail ? ofWords : ofShared} alongUnsaved={ofShared}>
      <div className={classes['root']} style={{ '--head-height': `${height}px`, '--below-tabs': `${height + 48 + 60}px` } as CSSProperties}>
        <EntryHead measure={head} editor={editor} title={headed} heading={heading} begin={begin} showJson={() => showJson(true)} openTimes={times.open} page={words.detail?.page ? words : shared} previewed={previewed} open={words.detail} />
        <LanguageBar set={set} parent={detail} lags={lags} locale={locale} words={words} title={title} open={(next) => void leave({ locale: next })} openBeside={(source) => void leave({ locale, source })} came={came} />
        <BesidePreview editor={previewed} title={title} language={locale}>
          <Parts {...{ shared: { ...shared, called: title }, words: { ...words, draft: editor.draft, takeBack: editor.takeBack, called: inLocale(title, name) }, set, copies, isUnjoined, name, begin: detail && <StartFrom words={words} set={set} locale={locale} />, behind: <LagNotice lags={lags} locale={locale} />, rail }} />
        </BesidePreview>
        {detail && article && article.parts.length > 1 ? (
          <Suspense>
            <ArticleMove parent={detail} article={article} title={title} moves={moves} done={done} />
          </Suspense>
        ) : (
          <MoveQuestion moves={moves} editor={shared} title={title} />
        )}
        {detail && <PublishSheet parent={detail} title={title} publishing={publishing} editing={{ shared, words, dirty: editor.dirty, save: editor.save }} />}
        {times.sheet}
        {question}
        {detail && <JsonView entry={detail.entry} opened={json} close={() => showJson(false)} />}
      </div>
    </Together>
  );
}

interface PartsProps {
  shared: EntryEditor;
  /** With what an earlier visit left of both: it is asked about once. */
  words: EntryEditor;
  set: TranslationSet;
  copies: ReturnType<typeof useCopies>;
  isUnjoined: boolean;
  name: string;
  /** What words that are not written yet can be begun from. */
  begin: ReactNode;
  /** Says that the words are behind those of another language, where they are. */
  behind: ReactNode;
  /** What is known of the article, with fields of it. */
  rail: (fields: ReactNode) => ReactNode;
}

/** The words of an article in their column, and in the rail what all languages share. */
function Parts({ shared, words: given, set, copies, isUnjoined, name, begin, behind, rail }: PartsProps) {
  const speech = useSpeech();
  const { t } = speech;
  const me = useMe();
  const form = useFormState(useFormOf(shared));
  const hides = copies.copies.filter((field) => !given.detail || sameValue(given.value[field], shared.value[field])).join(' ');
  // What is filled in once for all languages is no field of the words, and nothing that they lack.
  const hidden = useMemo(() => [...given.hidden, ...hides.split(' ').filter(Boolean)], [given.hidden, hides]);
  const words = { ...given, hidden };
  const writing = useMemo(() => {
    const found = writingOf(set.collection);
    const isOwn = (field: string) => !hides.split(' ').includes(field);
    return found && { ...found, texts: found.texts.filter(isOwn), others: found.others.filter(isOwn) };
  }, [set.collection, hides]);
  const sides = sidesOf(shared);
  if (sides) return <Conflict editor={shared} {...sides} />;
  const made = words.detail !== undefined;
  const times = shared.detail && <TimeNotices detail={shared.detail} words={words.detail} />;
  const same = (
    <Apart of={made ? 'along' : 'page'}>
      <SharedFacts editor={{ ...shared, draft: { ...shared.draft, restored: undefined } }} form={form} />
    </Apart>
  );
  const related = shared.detail && <RelatedSections detail={shared.detail} />;
  const on = set.collection.translates?.on ?? '';
  const unjoined = isUnjoined && <Notice tone="warning" icon="link" title={t('entry.translationsLater', { field: fieldTitle(speech, shared.collection, on) })} />;
  const untold = <Notice tone="quiet" icon="language" title={t('article.notWritten', { language: name })} />;
  const isWritten = made || mayCreate(me.role, set.collection);
  if (isWritten && writing) return <WritingLayout editor={words} writing={writing} above={<>{times}{behind}{unjoined}{begin}</>} below={related} shared={same} rail={rail} others={{ first: t('article.inLanguage', { language: name }), rest: t('article.moreIn', { language: name }) }} apart={!made} opens={form.answered && form.faults.length > 0} />;
  return (
    <div className={classes['columns']}>
      <div className={classes['main']}>
        {times}
        {behind}
        {unjoined}
        {isWritten && begin}
        {!isWritten && untold}
        {isWritten && (
          <Apart of={made ? 'page' : 'none'}>
            <EntryForm editor={words} />
          </Apart>
        )}
        {related}
      </div>
      {rail(same)}
    </div>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';

import { useBootstrap } from '../../../api/session';
import { part } from '../../../app/part';
import { sameValue, type Data } from '../../../values/data';
import type { LoadedEntry } from '../EntryLoader';
import { isEmpty } from '../completeness';
import { EntrySkeleton } from '../EntrySkeleton';
import { useUnsaved } from '../unsaved';
import { useEntryEditor } from '../useEntryEditor';
import { useKeptFocus } from '../useKeptFocus';
import { useRenaming } from '../useRenaming';
import { useTranslations, withoutWords, type TranslationSet } from '../useTranslations';
import type { Working } from '../working';
import { ArticleEditor } from './ArticleEditor';
import { filledBySheet } from './dateLeft';
import { othersOf, useArticle } from './useArticle';
import { useCopies } from './useCopies';
import { useDuplicate } from './useDuplicate';

const Translate = lazy(part(() => import('../Translate').then((module) => ({ default: module.Translate }))));

type ArticlePageProps = LoadedEntry & { created: (id: string) => void };

/** The page of an entry with its words in each language: one of them, or two side by side (decision 291). */
export function ArticlePage(props: ArticlePageProps) {
  const set = useTranslations(props.collection, props.detail);
  return set && <Article {...props} set={set} />;
}

function Article({ collection, detail, gone, start, copied, draftId, created, set }: ArticlePageProps & { set: TranslationSet }) {
  const navigate = useNavigate();
  const { locale: asked, source, ...begun } = useSearch({ from: '/staff/c/$collection/$id' });
  const heading = useRef<HTMLHeadingElement>(null);
  const renaming = useRenaming(detail);
  const article = useArticle(detail);
  // Its languages are joined by what is made of a title. A copy is made with all of them, when its writer says so.
  const on = set.collection.translates?.on ?? '';
  const begins = copied ? undefined : (value: Data) => !isEmpty(value[on]) && !sameValue(value[on], start[on]);
  const filled = useMemo(() => filledBySheet(collection), [collection]);
  const own = useEntryEditor({ collection, detail, gone, start, draftId, filled, idPrefix: 'shared', ask: renaming.ask, begins, created: (entry) => created(entry.id) });
  const shared = { ...own, others: othersOf(article) };
  const copies = useCopies(shared, set);
  const duplicate = useDuplicate(copied, set);
  useKeptFocus(heading);

  const usual = useUsualLanguage(set);
  // A translation that was made meanwhile does not close what is open, nor does one that was deleted.
  const [ready, setReady] = useState<string>();
  const wanted = asked ?? usual;
  const target = set.locales.find((each) => each.locale === wanted) ?? (ready === wanted ? withoutWords(wanted) : set.locales.find((each) => each.locale === usual));
  /** With the copies that languages have of it, but for the one whose form has them already. */
  const save = async (open = target?.locale ?? usual) => {
    const saved = await shared.save();
    if (saved) await copies.follow(saved, open);
    return saved;
  };
  useUnsaved({ place: 'page', editor: shared, save: () => save() });
  const [beside, setBeside] = useState<string>();
  const [came, setCame] = useState(false);
  if (!target) return null;
  if (duplicate && !duplicate.ready) return <EntrySkeleton />;
  if (ready !== target.locale && (!target.summary || target.detail)) setReady(target.locale);
  if (ready !== target.locale) return <EntrySkeleton />;
  const pair = `${target.locale} ${source ?? ''}`;
  const isBeside = detail !== undefined && source !== undefined && (beside === pair || set.locales.some((each) => each.summary && each.locale !== target.locale));
  if (isBeside && beside !== pair) setBeside(pair);
  if (isBeside) {
    return (
      <Suspense fallback={<EntrySkeleton />}>
        <Translate parent={detail} shared={shared} save={() => save('')} set={set} heading={heading} locale={target.locale} source={source} />
      </Suspense>
    );
  }
  const open = (next: { locale: string; source?: string }, saved: Working | undefined) => {
    setCame(next.source === undefined);
    const id = saved?.id ?? shared.stored?.id;
    const search = id === undefined ? { ...begun, ...next } : next;
    void navigate({ to: '/c/$collection/$id', params: { collection: collection.name, id: id ?? 'new' }, search, ignoreBlocker: saved !== undefined });
  };
  return (
    <ArticleEditor
      key={target.locale}
      {...{ shared, set, target, copies, duplicate, draftId, usual, heading, open, came, article }}
      question={renaming.question}
    />
  );
}

/** The language that an article is opened in: the one that it is translated from. */
function useUsualLanguage({ source, locales }: TranslationSet): string {
  const { site } = useBootstrap();
  // What it was opened in stays, whatever is made of it meanwhile.
  const [usual] = useState(() => source?.locale ?? site.canonicalLocale ?? locales[0]?.locale ?? '');
  return usual;
}

import { Select, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type CSSProperties, type ReactNode, type Ref } from 'react';

import { mayCreate, useMe } from '../../api/session';
import type { EntryDetail } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';
import { usePageTitle } from '../../ui/usePageTitle';
import { localeName } from '../../values/names';
import { useArticleTitle } from './article/useArticleTitle';
import { seedOf } from './completeness';
import { Conflict } from './Conflict';
import classes from './Entry.module.css';
import { EntrySkeleton } from './EntrySkeleton';
import { LocaleTabs } from './LocaleTabs';
import { Notices } from './Notices';
import { TranslationPair } from './TranslationPair';
import type { Words } from './useWords';
import { sidesOf, type EntryEditor } from './editor';
import { useHeight } from './useHeight';
import { withoutWords, type LocaleState, type TranslationSet } from './useTranslations';
import type { Working } from './working';

interface TranslateProps {
  parent: EntryDetail;
  /** What both share: it is saved before they are published. */
  shared: EntryEditor;
  /** Saves that, with the copies that languages have of it. */
  save: () => Promise<Working | undefined>;
  set: TranslationSet;
  heading: Ref<HTMLHeadingElement>;
  locale: string;
  /** The language beside it. */
  source: string;
}

/** One translation of an entry beside another. */
export function Translate({ parent, shared, save, set, heading, locale, source }: TranslateProps) {
  const { t, language } = useSpeech();
  const navigate = useNavigate();
  const title = useArticleTitle(parent.collection, shared.value, set).named || t('value.untitled');
  usePageTitle(title, localeName(locale, language));
  // A translation that somebody adds meanwhile does not close what is open.
  const [ready, setReady] = useState(false);
  const [held, hold] = useState<{ at: string; locale: string }>();
  const [height, head] = useHeight();
  const address = { to: '/c/$collection/$id', params: { collection: parent.entry.collection, id: parent.entry.id }, search: { locale } } as const;
  useShortcut({ keys: 'u', label: 'shortcuts.backToEntry', group: 'entry' }, () => void navigate(address));
  if (!ready && set.locales.every((each) => !each.summary || each.detail)) setReady(true);
  if (!ready) return <EntrySkeleton />;
  const clash = sidesOf(shared);
  const others = set.locales.filter((each) => each.detail && each.locale !== locale);
  const first = others.find((each) => each.locale === source) ?? others.find((each) => each.detail?.entry.id === set.source?.id) ?? others[0];
  // Nor does it when somebody deletes the language beside it.
  const at = `${locale} ${source}`;
  if (first && held?.at !== at) hold({ at, locale: first.locale });
  const beside = held?.at === at ? (set.locales.find((each) => each.locale === held.locale) ?? withoutWords(held.locale)) : first;
  const choice = others.length > 1 && beside && (
    <SourceChoice others={others} value={beside.locale} open={(next) => void navigate({ ...address, search: { locale, source: next } })} />
  );
  return (
    <div className={classes['root']} data-pair style={{ '--head-height': `${height}px` } as CSSProperties}>
      <header ref={head} className={classes['head']}>
        <div className={classes['title']}>
          <LinkAnchor {...address} size="xs" c="dimmed">
            {t('entry.backToEntry')}
          </LinkAnchor>
          <Title ref={heading} tabIndex={-1} order={1} size="h2" lineClamp={1}>
            {title}
          </Title>
        </div>
        <LocaleTabs set={set} parent={parent} locale={locale} open={(next) => void navigate({ ...address, search: { locale: next, source: next === beside?.locale ? locale : source } })} />
      </header>
      {clash ? <Conflict editor={shared} {...clash} /> : (shared.draft.restored ?? shared.newer) && <Notices editor={shared} />}
      <Sides key={`${locale} ${beside?.locale ?? ''}`} title={title} parent={parent} shared={shared} save={save} set={set} locale={locale} beside={beside} choice={choice} />
    </div>
  );
}

function Sides({ parent, shared, save, title, set, locale, beside, choice }: Pick<TranslateProps, 'parent' | 'shared' | 'save'> & { title: string; set: TranslationSet; locale: string; beside: LocaleState | undefined; choice: ReactNode }) {
  const { t } = useSpeech();
  const me = useMe();
  const target = set.locales.find((each) => each.locale === locale);
  if (!target?.detail && !mayCreate(me.role, set.collection)) return <Notice tone="quiet" icon="language" title={t('entry.untranslated')} />;
  const start = seedOf(set.collection, locale, parent, beside?.detail?.entry.data);
  const own: Words = { locale, detail: target?.detail, start };
  if (!beside) return null;
  const source: Words = { locale: beside.locale, detail: beside.detail, start: seedOf(set.collection, beside.locale, parent) };
  return <TranslationPair parent={parent} shared={shared} save={save} title={title} collection={set.collection} source={source} target={own} choice={choice} />;
}

function SourceChoice({ others, value, open }: { others: LocaleState[]; value: string; open: (locale: string) => void }) {
  const { t, language } = useSpeech();
  return (
    <Select
      size="xs"
      w={150}
      aria-label={t('entry.sourceLanguage')}
      allowDeselect={false}
      value={value}
      data={others.map(({ locale }) => ({ value: locale, label: localeName(locale, language) }))}
      onChange={(next) => next && open(next)}
    />
  );
}

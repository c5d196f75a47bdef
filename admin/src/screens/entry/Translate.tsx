import { Alert, Select, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { mayCreate, useMe } from '../../api/session';
import { useShortcut } from '../../app/shortcuts';
import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { seedOf } from './completeness';
import classes from './Entry.module.css';
import { EntrySkeleton } from './EntrySkeleton';
import { localeName } from './locale';
import { LocaleTabs } from './LocaleTabs';
import { TranslationPane } from './TranslationPane';
import { useTranslations } from './useTranslations';

interface TranslateProps {
  parent: EntryDetail;
  title: string;
  locale: string;
  /** The language beside it; by itself that of the site. */
  source: string | undefined;
}

/** One translation of an entry beside another, each with its own form. */
export function Translate({ parent, title, locale, source }: TranslateProps) {
  const { t, language } = useSpeech();
  const me = useMe();
  const navigate = useNavigate();
  const set = useTranslations(parent);
  const address = { to: '/c/$collection/$id', params: { collection: parent.entry.collection, id: parent.entry.id } } as const;
  useShortcut({ keys: 'u', label: 'shortcuts.backToEntry', group: 'entry' }, () => void navigate(address));
  if (!set) return null;
  if (set.locales.some((each) => each.summary && !each.detail)) return <EntrySkeleton />;
  const target = set.locales.find((each) => each.locale === locale);
  const others = set.locales.filter((each) => each.detail && each.locale !== locale);
  const beside = others.find((each) => each.locale === source) ?? others.find((each) => each.detail?.entry.id === set.source?.id) ?? others[0];
  const openSource = (next: string | null) => void navigate({ ...address, search: { locale, ...(next ? { source: next } : {}) } });
  return (
    <div className={classes['root']} data-wide>
      <header className={classes['head']}>
        <div className={classes['title']}>
          <LinkAnchor {...address} size="xs" c="dimmed">
            {t('entry.backToEntry')}
          </LinkAnchor>
          <Title order={1} size="h2" lineClamp={1}>
            {title}
          </Title>
        </div>
        <LocaleTabs set={set} locale={locale} open={(next) => void navigate({ ...address, search: { locale: next } })} />
      </header>
      <div className={classes['pair']} data-single={!beside || undefined}>
        {beside?.detail && (
          <TranslationPane
            key={beside.detail.entry.id}
            collection={set.collection}
            locale={beside.locale}
            detail={beside.detail}
            start={{}}
            side="source"
            choice={
              others.length > 1 ? (
                <Select
                  size="xs"
                  w={150}
                  aria-label={t('entry.sourceLanguage')}
                  allowDeselect={false}
                  value={beside.locale}
                  data={others.map((each) => ({ value: each.locale, label: localeName(each.locale, language) }))}
                  onChange={openSource}
                />
              ) : undefined
            }
          />
        )}
        {target?.detail || mayCreate(me.role, set.collection) ? (
          <TranslationPane
            key={`target ${locale}`}
            collection={set.collection}
            locale={locale}
            detail={target?.detail}
            start={seedOf(set.collection, set.related.relationship.parentValue, locale, beside?.detail?.entry.data)}
            side="target"
            source={beside?.detail?.entry}
          />
        ) : (
          <Alert color="gray">{t('entry.untranslated')}</Alert>
        )}
      </div>
    </div>
  );
}

import { Badge, Progress, Text } from '@mantine/core';

import { mayCreate, useMe } from '../../api/session';
import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { localeName } from '../../values/names';
import classes from './Entry.module.css';
import { useTranslations, type LocaleState } from './useTranslations';

/** Every language of the site: whether the entry is there in it, in which state, and how much of it. */
export function Translations({ parent }: { parent: EntryDetail }) {
  const { t } = useSpeech();
  const me = useMe();
  const set = useTranslations(parent);
  const joined = parent.collection.translations.length > 0;
  if (!set) {
    if (!joined) return null;
    return (
      <section className={classes['card']}>
        <h2 className={classes['cardTitle']}>{t('entry.translations')}</h2>
        <Text size="sm" c="dimmed">
          {t('entry.translationsLater', { field: parent.collection.translations[0]?.translates?.on ?? '' })}
        </Text>
      </section>
    );
  }
  return (
    <section className={classes['card']} aria-labelledby="translations">
      <h2 className={classes['cardTitle']} id="translations">
        {t('entry.translations')}
      </h2>
      <ul className={classes['rows']}>
        {set.locales.map((each) => (
          <li key={each.locale}>
            <LocaleRow parent={parent} state={each} creates={mayCreate(me.role, set.collection)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LocaleRow({ parent, state, creates }: { parent: EntryDetail; state: LocaleState; creates: boolean }) {
  const { t, language } = useSpeech();
  const { locale, summary, completeness } = state;
  const address = { to: '/c/$collection/$id', params: { collection: parent.entry.collection, id: parent.entry.id }, search: { locale } } as const;
  const name = localeName(locale, language);
  return (
    <div className={classes['row']}>
      <div className={classes['grow']}>
        {summary || creates ? (
          <LinkAnchor {...address} size="sm" fw={500}>
            {name}
          </LinkAnchor>
        ) : (
          <Text size="sm">{name}</Text>
        )}{' '}
        <Badge variant="default" size="xs" tt="none">
          {locale}
        </Badge>
        {completeness && completeness.needed > 0 && (
          <Progress
            size={4}
            mt={4}
            value={(completeness.filled / completeness.needed) * 100}
            aria-label={t('entry.completeness', { filled: completeness.filled, needed: completeness.needed })}
          />
        )}
      </div>
      {summary ? (
        <StatusBadge status={summary.status} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('entry.untranslated')}
        </Text>
      )}
    </div>
  );
}

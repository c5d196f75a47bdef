import { Link } from '@tanstack/react-router';

import { findCollection, useBootstrap } from '../../api/session';
import type { Lacking, Untranslated as Found } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { translationKey } from '../../lists/where';
import { EntryStatus } from '../../ui/EntryStatus';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { localeName } from '../../values/names';
import { useTitles } from '../../values/useTitles';
import { collectionsOf } from './collectionsOf';
import { WorkCard, WorkRow } from './WorkCard';
import classes from './Work.module.css';

/** What is not there in every language of the site; each language leads to where it is written. */
export function Untranslated({ found }: { found: Found }) {
  const { t, text, language } = useSpeech();
  const { collections, site } = useBootstrap();
  if (found.items.length === 0) return null;
  const all = collectionsOf(found.items.map(({ entry }) => entry)).flatMap((name) => {
    const missing = new Set(found.items.flatMap(({ entry, missing: lacks }) => (entry.collection === name ? lacks : [])));
    return site.locales.filter((locale) => missing.has(locale)).map((locale) => (
      <LinkAnchor key={`${name} ${locale}`} to="/c/$collection" params={{ collection: name }} search={{ [translationKey(locale)]: 'true' }} size="sm">
        {t('home.allWithout', { collection: text(findCollection(collections, name)?.title, name), language: localeName(locale, language) })}
      </LinkAnchor>
    ));
  });
  return (
    <WorkCard title={t('home.untranslated')} icon="language" {...(found.more ? { hint: t('home.latestOnly') } : {})} all={all}>
      {found.items.map((each) => (
        <LackingRow key={each.entry.id} lacking={each} />
      ))}
    </WorkCard>
  );
}

function LackingRow({ lacking: { entry, missing } }: { lacking: Lacking }) {
  const { t, text, language } = useSpeech();
  const collection = findCollection(useBootstrap().collections, entry.collection);
  const titled = useTitles();
  const params = { collection: entry.collection, id: entry.id };
  return (
    <WorkRow
      title={
        <LinkAnchor to="/c/$collection/$id" params={params} c="inherit" fw={550} lineClamp={1}>
          {titled(entry)}
        </LinkAnchor>
      }
      where={
        <span className={classes['where']}>
          {text(collection?.title, entry.collection)}
          <EntryStatus collection={collection} entry={entry} />
        </span>
      }
    >
      {missing.map((locale) => {
        const name = localeName(locale, language);
        return (
          <Link key={locale} to="/c/$collection/$id" params={params} search={{ locale }} className={classes['chip']} aria-label={t('home.translate', { title: titled(entry), language: name })}>
            <Icon name="plus" size={12} />
            {name}
          </Link>
        );
      })}
    </WorkRow>
  );
}

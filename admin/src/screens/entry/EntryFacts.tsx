import { Code, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { historyQuery } from '../../api/entries';
import { useMe } from '../../api/session';
import type { Collection, EntryDetail, Person } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { Ago } from '../../ui/Ago';
import { StatusBadge } from '../../ui/StatusBadge';
import { Terms } from '../../ui/Terms';
import { listed, localeName } from '../../values/names';
import { useArticle, useServed } from './article/useArticle';
import classes from './Entry.module.css';
import { meaningOf } from './meaning';

/** The state of an entry, what that means, and who made it when. */
export function EntryFacts({ collection, detail, children }: { collection: Collection; detail: EntryDetail; children?: ReactNode }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const me = useMe();
  const { entry } = detail;
  const history = useInfiniteQuery(historyQuery(collection.name, entry.id));
  const author = history.data?.pages[0]?.author;
  const last = history.data?.pages[0]?.items[0]?.actor;
  return (
    <section className={classes['card']} aria-label={t('entry.facts')}>
      {collection.lifecycle === 'publishing' && (
        <>
          <StatusBadge status={entry.status} />
          <Text size="sm" c="dimmed" mt={4} mb="sm">
            <Meaning detail={detail} />
          </Text>
          {children}
        </>
      )}
      <Terms
        form="tight"
        terms={[
          [t('entry.locale'), entry.locale && localeName(entry.locale, language)],
          [t('field.updatedAt'), <Ago time={entry.updatedAt} />],
          [t('entry.lastBy'), last && nameOf(speech, last, me.userId)],
          [t('field.createdAt'), <Ago time={entry.createdAt} />],
          [t('entry.author'), author && nameOf(speech, author, me.userId)],
        ]}
      />
    </section>
  );
}

/** Who sees an entry: of an article, whoever can fetch one of its languages. */
function Meaning({ detail }: { detail: EntryDetail }) {
  const { t, language } = useSpeech();
  const served = useServed(useArticle(detail));
  const { status } = detail.entry;
  if (!served || (served.served === 0) === (status !== 'published')) return t(meaningOf(detail));
  const languages = listed(served.locales.map((each) => localeName(each, language)), language);
  if (status === 'published') return served.served === 0 ? t('article.meansNone') : t(meaningOf(detail));
  return t(status === 'archived' ? 'article.meansServedArchived' : 'article.meansServed', { languages });
}

/** What programs know an entry by, behind all that people want to know of it. */
export function EntryIdentity({ entry }: { entry: EntryDetail['entry'] }) {
  const { t, number } = useSpeech();
  return (
    <section className={classes['card']} aria-label={t('field.id')}>
      <Terms
        form="tight"
        terms={[
          [t('entry.version'), number(entry.version)],
          [t('field.id'), <Code fz="xs">{entry.id}</Code>],
        ]}
      />
    </section>
  );
}

/** What somebody is called: "you", a name, or the id of who has none. */
export function nameOf({ t }: Speech, person: Person | null, me: string): string {
  if (!person) return t('entry.nobody');
  return person.id === me ? t('person.you') : person.name || t('entry.unnamed', { id: person.id.slice(0, 8) });
}

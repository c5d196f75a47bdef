import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { entryByQuery } from '../../api/entries';
import { useCollection } from '../../api/session';
import type { Collection, Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { useTitles } from '../../values/useTitles';
import classes from './Entry.module.css';
import { isEmpty } from './completeness';

/** Leads from a translation to what it translates. */
export function ParentLink({ collection, entry }: { collection: Collection; entry: Entry }) {
  const { t } = useSpeech();
  const titled = useTitles();
  const { parent: name = '', on = '' } = collection.translates ?? {};
  const parent = useCollection(name);
  const value = entry.data[on];
  const query = useQuery({ ...entryByQuery(name, on, value), enabled: parent !== undefined && !isEmpty(value) });
  if (!parent || !query.data) return null;
  return (
    <section className={classes['card']}>
      <h2 className={classes['cardTitle']}>{t('entry.translationOf')}</h2>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: name, id: query.data.id }} {...(entry.locale ? { search: { locale: entry.locale } } : {})} size="sm">
        {titled(query.data)}
      </LinkAnchor>
      <Text size="xs" c="dimmed">
        {t('entry.translationOfHint')}
      </Text>
    </section>
  );
}

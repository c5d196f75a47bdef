import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { entryByQuery } from '../../api/entries';
import { useCollection } from '../../api/session';
import type { Collection, Entry, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { fieldTitle } from '../../values/schema';
import { useTitles } from '../../values/useTitles';
import classes from './Entry.module.css';
import { isEmpty } from './completeness';

/** Leads from a translation to what it translates, or says that there is no such entry. */
export function ParentLink({ collection, entry }: { collection: Collection; entry: Entry }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const { parent: name = '', on = '' } = collection.translates ?? {};
  const parent = useCollection(name);
  const value = entry.data[on];
  const query = useQuery({ ...entryByQuery(name, on, value), enabled: parent !== undefined && !isEmpty(value) });
  if (!parent || query.data === undefined) return null;
  return (
    <section className={classes['card']}>
      <h2 className={classes['cardTitle']}>{t('entry.translationOf')}</h2>
      {query.data ? (
        <Found parent={query.data} locale={entry.locale} />
      ) : (
        <Group gap={6} c="var(--mantine-color-error)" wrap="nowrap" align="flex-start">
          <Icon name="alert" size={14} />
          <Text size="sm">{t('entry.translationOfNone', { field: fieldTitle(speech, parent, on), value: String(value), collection: text(parent.title, name) })}</Text>
        </Group>
      )}
    </section>
  );
}

function Found({ parent, locale }: { parent: EntrySummary; locale: string | undefined }) {
  const { t } = useSpeech();
  const titled = useTitles();
  return (
    <>
      <LinkAnchor to="/c/$collection/$id" params={{ collection: parent.collection, id: parent.id }} {...(locale ? { search: { locale } } : {})} size="sm">
        {titled(parent)}
      </LinkAnchor>
      <Text size="xs" c="dimmed">
        {t('entry.translationOfHint')}
      </Text>
    </>
  );
}

import { Group, Text } from '@mantine/core';

import type { Collection, Entry, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { fieldTitle } from '../../values/schema';
import { useTitles } from '../../values/useTitles';
import { useParent } from './article/useParent';
import { isEmpty } from './completeness';
import classes from './Entry.module.css';

/** Leads from a translation to what it translates, or says that there is no such entry. */
export function ParentLink({ collection, entry }: { collection: Collection; entry: Entry }) {
  const speech = useSpeech();
  const { t, text } = speech;
  const parent = useParent(collection, entry);
  if (!parent || isEmpty(parent.value) || parent.entry === undefined) return null;
  return (
    <section className={classes['card']}>
      <h2 className={classes['cardTitle']}>{t('entry.translationOf')}</h2>
      {parent.entry ? (
        <Found parent={parent.entry} locale={entry.locale} />
      ) : (
        <Group gap={6} c="var(--mantine-color-error)" wrap="nowrap" align="flex-start">
          <Icon name="alert" size={14} />
          <Text size="sm">{t('entry.translationOfNone', { field: fieldTitle(speech, parent.collection, collection.translates?.on ?? ''), value: String(parent.value), collection: text(parent.collection.title, parent.collection.name) })}</Text>
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

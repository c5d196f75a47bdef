import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { entryQuery } from '../../../api/entries';
import { useBootstrap } from '../../../api/session';
import type { Article, ArticlePart, Collection, EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { workingOf } from '../working';
import classes from './Article.module.css';
import { faultsOf, type PartFault } from './faults';
import { PartRow } from './PartRow';
import { PublishRefusal } from './PublishRefusal';
import { usePublish } from './usePublish';
import { When } from './When';
import { listed, partName } from './words';

interface ChoiceProps {
  parent: EntryDetail;
  article: Article;
  title: string;
  /** The language that the reader was in: it is chosen whatever is missing in it. */
  locale: string | undefined;
  close: () => void;
  lead: (field: string, locale: string | undefined) => void;
}

/** A part as it can be chosen. */
interface Offered {
  part: ArticlePart;
  faults: PartFault[];
}

export function Choice({ parent, article, title, locale, close, lead }: ChoiceProps) {
  const speech = useSpeech();
  const { t, language } = speech;
  const { site } = useBootstrap();
  const offered = useOffered(parent, article);
  const [chosen, choose] = useState<Record<string, boolean>>({});
  const [at, setAt] = useState<string>();
  const shared = offered.find(({ part }) => part.id === parent.entry.id && part.collection === parent.entry.collection);
  const languages = offered.filter((each) => each !== shared);
  const isChosen = ({ part, faults }: Offered) => part.waits && (chosen[part.id] ?? (faults.length === 0 || part.locale === locale));
  const words = languages.filter(isChosen);
  const all = [...(shared?.part.waits ? [shared] : []), ...words];
  const unready = all.filter(({ faults }) => faults.length > 0);
  const why = all.length === 0 ? t('article.noneChosen') : unready.length > 0 ? t('article.notReady', { parts: listed(unready.map(({ part }) => partName(part, speech)), language) }) : '';
  const { publish, pending, error } = usePublish({ title, close });
  const none = site.locales.filter((each) => !languages.some(({ part }) => part.locale === each));
  const parts = all.map(({ part }) => part);
  return (
    <Stack gap="md">
      <ul className={classes['rows']} aria-label={t('article.languages')}>
        {languages.map((each) => (
          <PartRow key={each.part.id} part={each.part} faults={each.faults} chosen={isChosen(each)} choose={(on) => choose({ ...chosen, [each.part.id]: on })} lead={lead} />
        ))}
        {none.map((each) => (
          <PartRow key={each} missing={each} faults={[]} lead={lead} />
        ))}
        {shared && <PartRow part={shared.part} faults={shared.faults} lead={lead} />}
      </ul>
      <When at={at} choose={setAt} />
      {article.audience !== '' && <Text size="sm">{t(`article.who.${article.audience}`)}</Text>}
      <PublishRefusal error={error} parts={parts} lead={lead} />
      {why !== '' && (
        <Text size="sm" c="dimmed" role="status">
          {why}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button data-autofocus loading={pending} disabled={why !== '' || at === ''} onClick={() => publish(parts, at)}>
          {t(at === undefined ? 'article.goNow' : 'article.goLater')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The parts of an article with what keeps them from being published, by the data that they have now. */
function useOffered(parent: EntryDetail, { parts }: Article): Offered[] {
  const speech = useSpeech();
  const details = useQueries({ queries: parts.map(({ collection, id }) => entryQuery(collection, id)) });
  return parts.map((part, i) => {
    const data = details[i]?.data && workingOf(details[i].data).data;
    return { part, faults: faultsOf(collectionOf(parent, part), data, part.refused, speech) };
  });
}

function collectionOf({ collection }: EntryDetail, { collection: name }: ArticlePart): Collection {
  return collection.translations.find((each) => each.name === name) ?? collection;
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { articleQuery } from '../../../api/article';
import { entryQuery } from '../../../api/entries';
import { entryMovesQuery } from '../../../api/moves';
import { useBootstrap } from '../../../api/session';
import type { Article, ArticlePart, Collection, EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { applied, type Data } from '../../../values/data';
import { pointerTo } from '../../../forms/pointer';
import { behindOf } from '../behind';
import { copiesOf, isEmpty } from '../completeness';
import { isEditable, type EntryEditor } from '../editor';
import { workingOf, type Working } from '../working';
import { AskedFields } from './AskedFields';
import classes from './Article.module.css';
import { dateAmong, dateAt } from './dateLeft';
import { faultsOf, missingFields, ownFaults, type PartFault } from './faults';
import { PartRow } from './PartRow';
import { PublishRefusal } from './PublishRefusal';
import { asSeen } from './seen';
import { followed } from './useCopies';
import { TimesNow } from './TimesNow';
import { usePublish } from './usePublish';
import { When } from './When';
import { partName } from './words';
import { listed } from '../../../values/names';

/** The editors of the article that is open, where what is missing can be filled in while it is published. */
export interface Editing {
  shared: EntryEditor;
  words: EntryEditor;
  dirty: boolean;
  save: () => Promise<Working | undefined>;
}

interface ChoiceProps {
  parent: EntryDetail;
  article: Article;
  title: string;
  /** The language that the reader was in: it is chosen whatever is missing in it. */
  locale: string | undefined;
  close: () => void;
  lead: (field: string, locale: string | undefined) => void;
  editing?: Editing | undefined;
}

/** A part as it can be chosen. */
interface Offered {
  part: ArticlePart;
  faults: PartFault[];
  collection: Collection;
  /** What it has now. */
  data: Data | undefined;
  /** What refers to it by a value that changes. */
  behind: PartFault[];
}

export function Choice({ parent, article: now, title, locale, close, lead, editing }: ChoiceProps) {
  const queries = useQueryClient();
  const { queryKey } = articleQuery(parent.entry.collection, parent.entry.id);
  // What is shown is what is published. What others make of it meanwhile is shown once the service has refused it for that.
  const [shown, show] = useState(now.parts);
  const seenOf = (parts: readonly ArticlePart[]) => asSeen(parts, shown, [editing?.shared.lastSaved(), editing?.words.lastSaved()]);
  const article = { ...now, parts: seenOf(now.parts) };
  const speech = useSpeech();
  const { t, language } = speech;
  const { site } = useBootstrap();
  const found = useOffered(parent, article, editing);
  // They stay where they are while they are filled in.
  const [asked] = useState(() => (editing && isEditable(editing.shared) ? missingFields(parent.collection, editing.shared.value) : []));
  const left = dateAmong(parent.collection, asked);
  const isLeft = left !== undefined && isEmpty(editing?.shared.value[left]);
  const [chosen, choose] = useState<Record<string, boolean>>({});
  const [at, setAt] = useState<string>();
  const offered = isLeft ? found.map((each) => ({ ...each, faults: each.faults.filter(({ pointer }) => pointer !== pointerTo([left])) })) : found;
  const shared = offered.find(({ part }) => part.id === parent.entry.id && part.collection === parent.entry.collection);
  const languages = offered.filter((each) => each !== shared);
  const isChosen = ({ part, faults }: Offered) => part.waits && (chosen[part.id] ?? (faults.length === 0 || part.locale === locale));
  const words = languages.filter(isChosen);
  const all = [...(shared?.part.waits ? [shared] : []), ...words];
  const unready = all.filter(({ faults }) => faults.length > 0);
  const why = all.length === 0 ? t('article.noneChosen') : unready.length > 0 ? t('article.notReady', { parts: listed(unready.map(({ part }) => partName(part, speech)), language) }) : '';
  const { publish, pending, error, timed } = usePublish({ parent: parent.entry, title, close, refused: () => show(queries.getQueryData(queryKey)?.parts ?? now.parts) });
  const { data: set } = useQuery(entryMovesQuery(parent.entry.collection, parent.entry.id, true));
  const none = site.locales.filter((each) => !languages.some(({ part }) => part.locale === each));
  const parts = all.map(({ part }) => part);
  const save = useSaveFirst(editing, seenOf);
  const goOut = async () => {
    const now = await save.now(parts);
    if (now) publish(now, at);
  };
  // The date is one of the form's changes, which are saved once the form has it.
  const [dating, date] = useState(false);
  const goOutDated = useEffectEvent(() => void goOut().finally(() => date(false)));
  useEffect(() => {
    if (dating) goOutDated();
  }, [dating]);
  const go = () => {
    if (!editing || !isLeft) {
      void goOut();
      return;
    }
    editing.shared.change({ ...editing.shared.value, [left]: dateAt(parent.collection, at === undefined ? Date.now() : new Date(at).getTime()) });
    date(true);
  };
  return (
    <Stack gap="md">
      <ul className={classes['rows']} aria-label={t('article.languages')}>
        {languages.map((each) => (
          <PartRow key={each.part.id} part={each.part} collection={each.collection} data={each.data} faults={each.faults} behind={each.behind} chosen={isChosen(each)} choose={(on) => choose({ ...chosen, [each.part.id]: on })} lead={lead} />
        ))}
        {none.map((each) => (
          <PartRow key={each} missing={each} faults={[]} lead={lead} />
        ))}
        {shared && (
          <PartRow part={shared.part} collection={shared.collection} data={shared.data} behind={shared.behind} faults={shared.faults.filter(({ pointer }) => !asked.some((field) => pointer === `/${field}`))} lead={lead}>
            {editing && asked.length > 0 && <AskedFields editor={editing.shared} fields={asked} left={left} />}
          </PartRow>
        )}
      </ul>
      <When at={at} choose={setAt} />
      <TimesNow moves={set?.items ?? []} direction="publish" chosen={parts} ends={at === undefined} />
      {article.audience !== '' && <Text size="sm">{t(`article.who.${article.audience}`)}</Text>}
      <PublishRefusal error={error} parts={parts} timed={timed ? 'publish' : undefined} lead={lead} />
      {why !== '' && (
        <Text size="sm" c="dimmed" role="status">
          {why}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.cancel')}
        </Button>
        <Button {...(asked.every((field) => field === left) ? { 'data-autofocus': true } : {})} loading={pending || save.running || dating} disabled={why !== '' || at === ''} onClick={go}>
          {t(at === undefined ? 'article.goNow' : 'calendar.schedule')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The parts of an article with what keeps them from being published, by the data that they have now. */
function useOffered(parent: EntryDetail, { parts }: Article, editing: Editing | undefined): Offered[] {
  const speech = useSpeech();
  const { collections } = useBootstrap();
  const details = useQueries({ queries: parts.map(({ collection, id }) => entryQuery(collection, id)) });
  const found = parts.map((part, i) => {
    const collection = collectionOf(parent, part);
    const stored = details[i]?.data && workingOf(details[i].data).data;
    const data = stored && dataOf(parent, part, stored, editing);
    return { part, collection, data, behind: behindOf(details[i]?.data, data, collections, speech), faults: faultsOf(collection, data, part.refused, speech, data !== stored) };
  });
  const shared = found.find(({ part }) => part.collection === parent.entry.collection)?.faults ?? [];
  return found.map((each) => ({ ...each, faults: each.collection === parent.collection ? each.faults : ownFaults(each.faults, shared, copiesOf(each.collection, parent.collection)) }));
}

/** What a part has once what is typed is saved: a language has copies of what all share. */
function dataOf({ entry, collection }: EntryDetail, part: ArticlePart, stored: Data, editing: Editing | undefined): Data {
  if (!editing) return stored;
  const { shared, words } = editing;
  for (const each of [shared, words]) {
    if (each.detail?.entry.id === part.id && each.collection.name === part.collection) return each.edits ? each.value : stored;
  }
  if (part.collection === entry.collection || !shared.stored) return stored;
  const patch = followed(shared.stored.data, shared.value, stored, copiesOf(words.collection, collection));
  return Object.keys(patch).length > 0 ? applied(patch, stored) : stored;
}

/**
 * Saves what was filled in, and tells the parts as they are then; undefined where that failed, and the form says why. Nothing is
 * saved for what the service will refuse.
 */
function useSaveFirst(editing: Editing | undefined, seenOf: (parts: readonly ArticlePart[]) => readonly ArticlePart[]) {
  const queries = useQueryClient();
  const [running, setRunning] = useState(false);
  const now = async (parts: readonly ArticlePart[]): Promise<readonly ArticlePart[] | undefined> => {
    if (!editing?.dirty || !editing.shared.detail) return parts;
    const { collection, id } = editing.shared.detail.entry;
    const read = async () => {
      const article = await queries.query({ ...articleQuery(collection, id), staleTime: 0 }).catch(() => undefined);
      return article?.parts.filter((part) => parts.some((each) => each.id === part.id && each.collection === part.collection));
    };
    const before = await read();
    const seen = before && seenOf(before);
    if (seen?.some((part, i) => part !== before?.[i])) return seen;
    return (await editing.save()) && read();
  };
  const run = async (parts: readonly ArticlePart[]) => {
    setRunning(true);
    return now(parts).finally(() => setRunning(false));
  };
  return { now: run, running };
}

function collectionOf({ collection }: EntryDetail, { collection: name }: ArticlePart): Collection {
  return collection.translations.find((each) => each.name === name) ?? collection;
}

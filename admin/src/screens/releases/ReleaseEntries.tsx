import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { entryQuery } from '../../api/entries';
import { removeFromRelease } from '../../api/releases';
import { articleCollection, findCollection, useBootstrap } from '../../api/session';
import type { ReleaseDetail, ReleaseEntry } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { notifyFailure } from '../../ui/notify';
import { Row, Rows } from '../../ui/Rows';
import { listed, localeName } from '../../values/names';
import { useNamedTitles } from '../../values/useTitles';
import { workingOf } from '../entry/working';
import { reasonsOf } from './entryReasons';
import { groupsOf, type Group } from './groups';

/** The entries of a release, an article as one, those that are in the way first. */
export function ReleaseEntries({ release, editable }: { release: ReleaseDetail; editable: boolean }) {
  const groups = groupsOf(release.entries);
  return (
    <Rows>
      {groups.map((each, i) => (
        <GroupRow key={each.key} release={release} group={each} editable={editable} read={i < mostRead} />
      ))}
    </Rows>
  );
}

/** Of how many of them the data is read to say all that is wrong with it. */
const mostRead = 20;

interface GroupRowProps {
  release: ReleaseDetail;
  group: Group;
  editable: boolean;
  read: boolean;
}

function GroupRow({ release, group: { entries }, editable, read }: GroupRowProps) {
  const speech = useSpeech();
  const { t, text, language } = speech;
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  const named = useNamedTitles();
  const [first] = entries;
  const remove = useMutation({
    mutationFn: async () => {
      for (const each of entries) queries.setQueryData(['releases', 'one', release.id], await removeFromRelease(release.id, each));
    },
    onError: (error) => notifyFailure(speech, error, t('trouble.notDone')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['releases'] }),
  });
  if (!first) return null;
  const { article } = first;
  const title = (article ? named(article) : first.title) || t('value.untitled');
  const collection = articleCollection(collections, article?.collection ?? first.collection);
  const parts = article ? listed(entries.map((each) => partWords(each, speech)), language) : (first.locale ?? '');
  const told = entries.some(({ waits }) => waits) ? entries.filter(({ waits, gone, status }) => waits || gone || status === 'archived') : entries;
  const goes = release.state === 'published' ? [] : [...new Set(told.map((each) => goesAs(each, t)))];
  const refused = entries.filter((each) => each.refused !== null);
  return (
    <Row
      icon={refused.length > 0 ? 'alert' : 'article'}
      title={title}
      facts={[text(collection?.title, first.collection), parts, ...goes]}
      link={
        <>
          {refused.map((each) => (
            <Why key={each.id} entry={each} of={article && partWords(each, speech)} read={read && !each.gone} />
          ))}
          {entries.some(({ gone }) => !gone) && (
            <LinkAnchor to="/c/$collection/$id" params={{ collection: article?.collection ?? first.collection, id: article?.id ?? first.id }} size="xs">
              {t('calendar.open')}
            </LinkAnchor>
          )}
        </>
      }
    >
      {editable && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()} aria-label={t('releases.removeOf', { title })}>
          {t('releases.remove')}
        </Button>
      )}
    </Row>
  );
}

/** What an entry is of its article: a language, or what all of them share. */
const partWords = ({ locale }: ReleaseEntry, { t, language }: Speech) => (locale ? localeName(locale, language) : t('article.shared'));

/** Why an entry cannot be published, and of an article which part of it. */
function Why({ entry: { collection: name, id, refused }, of, read }: { entry: ReleaseEntry; of: string | undefined; read: boolean }) {
  const speech = useSpeech();
  const collection = findCollection(useBootstrap().collections, name);
  const { data: detail } = useQuery({ ...entryQuery(name, id), enabled: read && refused?.code === 'INPUT_VALIDATION_FAILED' });
  if (!refused) return null;
  return reasonsOf(collection, detail && workingOf(detail).data, refused, speech).map((reason) => (
    <Text key={reason} size="sm">
      {of ? speech.t('why.at', { field: of, reason }) : reason}
    </Text>
  ));
}

/** What becomes of an entry with the release; nothing is said where that is what is refused. */
function goesAs({ gone, status, waits, refused }: ReleaseEntry, t: Speech['t']): string {
  if (gone) return t('releases.goes.gone');
  if (status === 'archived') return t('releases.goes.not');
  if (refused) return '';
  if (!waits) return t('releases.goes.nothing');
  return t(status === 'published' ? 'releases.goes.changes' : 'releases.goes.draft');
}

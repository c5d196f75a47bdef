import { Text } from '@mantine/core';

import { findCollection, useBootstrap } from '../../api/session';
import type { HomeDrafts, OwnDraft } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { calledBy } from '../../together/person';
import { Ago } from '../../ui/Ago';
import { LinkAnchor } from '../../ui/links';
import { localeName } from '../../values/names';
import { useNamedTitles } from '../../values/useTitles';
import { collectionsOf } from './collectionsOf';
import { WorkCard, WorkRow } from './WorkCard';

/** What one has begun and not published. */
export function Drafts({ drafts }: { drafts: HomeDrafts }) {
  const { t, text } = useSpeech();
  const { collections } = useBootstrap();
  if (drafts.items.length === 0) return null;
  // A list of drafts has no entry that is published, whatever waits beside it.
  const all = collectionsOf(drafts.items.filter(({ status }) => status === 'draft')).map((name) => (
    <LinkAnchor key={name} to="/c/$collection" params={{ collection: name }} search={{ status: 'draft' }} size="sm">
      {t('home.draftsAll', { collection: text(findCollection(collections, name)?.title, name) })}
    </LinkAnchor>
  ));
  return (
    <WorkCard title={t('home.drafts')} icon="draft" {...(drafts.more ? { hint: t('home.latestOnly') } : {})} all={all}>
      {drafts.items.map((each) => (
        <Draft key={`${each.collection} ${each.id}`} draft={each} />
      ))}
    </WorkCard>
  );
}

/** What colleagues have changed of what readers see, for who may publish it. */
export function ToPublish({ drafts }: { drafts: HomeDrafts }) {
  const { t } = useSpeech();
  if (drafts.items.length === 0) return null;
  return (
    <WorkCard title={t('home.toPublish')} icon="draft" tone="second" {...(drafts.more ? { hint: t('home.latestOnly') } : {})}>
      {drafts.items.map((each) => (
        <Draft key={`${each.collection} ${each.id}`} draft={each} />
      ))}
    </WorkCard>
  );
}

function Draft({ draft }: { draft: OwnDraft }) {
  const speech = useSpeech();
  const { t, text, language } = speech;
  const named = useNamedTitles();
  const collection = findCollection(useBootstrap().collections, draft.collection);
  const where = [text(collection?.title, draft.collection), ...[draft.locale ?? [], draft.locales ?? []].flat().map((each) => localeName(each, language)), draft.by ? t('home.draftBy', { name: calledBy(speech, draft.by.name) }) : draft.status === 'published' && t('home.draftOver')];
  return (
    <WorkRow
      title={
        <LinkAnchor to="/c/$collection/$id" params={{ collection: draft.collection, id: draft.id }} search={draft.locales?.[0] ? { locale: draft.locales[0] } : {}} c="inherit" fw={550} lineClamp={1}>
          {named(draft)}
        </LinkAnchor>
      }
      where={where.filter(Boolean).join(' · ')}
    >
      <Text size="xs" c="dimmed">
        <Ago time={draft.changedAt} />
      </Text>
    </WorkRow>
  );
}

import { Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { homeQuery } from '../../api/home';
import { isAtLeast, mayCreate, useBootstrap } from '../../api/session';
import type { Home } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';
import { Trouble } from '../../shell/Trouble';
import { Drafts } from './Drafts';
import { GivenUp } from './GivenUp';
import { FailedMoves, Scheduled, useFailedMoves } from './Scheduled';
import { Unread } from './Unread';
import { Untranslated } from './Untranslated';

/** What waits for whoever is signed in. */
export function Work() {
  const { t, plural } = useSpeech();
  const { me } = useBootstrap();
  const { data, error, refetch } = useQuery(homeQuery(me.userId));
  const failed = useFailedMoves();
  if (!data) return error ? <Trouble error={error} reset={() => void refetch()} /> : <Waiting />;
  return (
    <Stack gap="md" component="section" aria-label={t('home.work')}>
      <GivenUp givenUp={data.givenUp} />
      <FailedMoves />
      <Unread received={data.received} />
      <Drafts drafts={data.drafts} />
      <Untranslated found={data.untranslated} />
      <Scheduled />
      {isDone(data) && failed?.length === 0 && <Done />}
      {data.skipped > 0 && (
        <Text size="xs" c="dimmed">
          {plural('home.skipped', data.skipped)}
        </Text>
      )}
    </Stack>
  );
}

const isDone = ({ drafts, received, untranslated }: Home) => drafts.items.length + received.length + untranslated.items.length === 0;

/** Nothing waits: what would stand here, and what to begin. */
function Done() {
  const { t, text } = useSpeech();
  const { me, collections } = useBootstrap();
  const first = collections.find((each) => each.lifecycle === 'publishing' && mayCreate(me.role, each));
  return (
    <Card withBorder padding="lg" radius="lg">
      <EmptyState icon="check" title={t('home.done')} hint={t('home.doneHint')}>
        <Group gap="sm" justify="center" mt="xs">
          {first && (
            <LinkButton to="/c/$collection/$id" params={{ collection: first.name, id: 'new' }} leftSection={<Icon name="plus" />}>
              {t('home.newIn', { collection: text(first.title, first.name) })}
            </LinkButton>
          )}
          {isAtLeast(me.role, 'owner') && (
            <LinkButton variant="default" to="/staff" search={{ invite: true }} leftSection={<Icon name="invite" />}>
              {t('home.invite')}
            </LinkButton>
          )}
        </Group>
      </EmptyState>
    </Card>
  );
}

/** Of the height of one part, so that little moves. */
function Waiting() {
  return (
    <Card withBorder padding="lg" radius="lg" aria-busy="true">
      <Skeleton h={24} w={180} />
      <Skeleton h={40} mt="md" />
      <Skeleton h={40} mt="sm" />
      <Skeleton h={40} mt="sm" />
    </Card>
  );
}

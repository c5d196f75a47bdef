import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';

import { homeQuery } from '../../api/home';
import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Icon } from '../../ui/icons';
import { Drafts, ToPublish } from './Drafts';
import { FirstSteps } from './FirstSteps';
import { GivenUp } from './GivenUp';
import { Mentions } from './Mentions';
import { FailedMoves, Scheduled, useFailedMoves, useScheduled } from './Scheduled';
import { Unread } from './Unread';
import { Untranslated } from './Untranslated';

/** A site with so many articles is in use: nobody asks for the first steps there. */
const inUse = 10;

/** What whoever is signed in was doing, and what waits for them: what is not there is not told of, but for one line where nothing is. */
export function Work() {
  const { t, plural } = useSpeech();
  const { me } = useBootstrap();
  const { data, error, refetch } = useQuery(homeQuery(me.userId));
  const failed = useFailedMoves();
  const scheduled = useScheduled();
  if (!data) return error ? <Trouble error={error} reset={() => void refetch()} /> : <Waiting />;
  const waits = [data.givenUp?.count ?? 0, failed?.length ?? 0, data.mentions.items.length, data.toPublish.items.length, data.received.length, data.untranslated.items.length, scheduled?.length ?? 0];
  const isKnown = failed !== undefined && scheduled !== undefined;
  const isDoing = data.drafts.items.length > 0;
  const isWaitedFor = data.skipped > 0 || waits.some((count) => count > 0);
  return (
    <Stack gap="xl" component="section" aria-label={t('home.work')}>
      {data.recent.length < inUse && <FirstSteps />}
      {isDoing && (
        <Part title={t('home.doing')}>
          <Drafts drafts={data.drafts} />
        </Part>
      )}
      {isWaitedFor && (
        <Part title={t('home.waiting')}>
          <GivenUp givenUp={data.givenUp} />
          <FailedMoves failed={failed ?? []} />
          <Mentions mentions={data.mentions} />
          <ToPublish drafts={data.toPublish} />
          <Unread received={data.received} />
          <Scheduled set={scheduled ?? []} />
          <Untranslated found={data.untranslated} />
          {data.skipped > 0 && (
            <Text size="xs" c="dimmed">
              {plural('home.skipped', data.skipped)}
            </Text>
          )}
        </Part>
      )}
      {isKnown && !isDoing && !isWaitedFor && data.recent.length > 0 && (
        <Group gap={6} c="dimmed" wrap="nowrap">
          <Icon name="check" size={15} />
          <Text size="sm">{t('home.waitingNone')}</Text>
        </Group>
      )}
    </Stack>
  );
}

/** A group of cards under what they have in common. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
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

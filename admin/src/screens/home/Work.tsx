import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';

import { homeQuery } from '../../api/home';
import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Trouble } from '../../shell/Trouble';
import { Icon } from '../../ui/icons';
import { Drafts, ToPublish } from './Drafts';
import { GivenUp } from './GivenUp';
import { Mentions } from './Mentions';
import { FailedMoves, Scheduled, useFailedMoves, useScheduled } from './Scheduled';
import { Unread } from './Unread';
import { Untranslated } from './Untranslated';

/** What whoever is signed in was doing, and what waits for them. */
export function Work() {
  const { t, plural } = useSpeech();
  const { me } = useBootstrap();
  const { data, error, refetch } = useQuery(homeQuery(me.userId));
  const failed = useFailedMoves();
  const scheduled = useScheduled();
  if (!data) return error ? <Trouble error={error} reset={() => void refetch()} /> : <Waiting />;
  const waits = [data.givenUp?.count ?? 0, failed?.length ?? 0, data.mentions.items.length, data.toPublish.items.length, data.received.length, data.untranslated.items.length, scheduled?.length ?? 0];
  const known = failed !== undefined && scheduled !== undefined;
  return (
    <Stack gap="xl" component="section" aria-label={t('home.work')}>
      <Part title={t('home.doing')} empty={data.drafts.items.length === 0 && t('home.doingNone')}>
        <Drafts drafts={data.drafts} />
      </Part>
      <Part title={t('home.waiting')} empty={known && data.skipped === 0 && waits.every((count) => count === 0) && t('home.waitingNone')}>
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
    </Stack>
  );
}

/** A group of cards under what they have in common, or one line where it has none. */
function Part({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {empty === false ? (
        <Stack gap="md">{children}</Stack>
      ) : (
        <Group gap={6} c="dimmed" wrap="nowrap">
          <Icon name="check" size={15} />
          <Text size="sm">{empty}</Text>
        </Group>
      )}
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

import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { identity, sessionsQuery, type Session } from '../../api/identity';
import { useSpeech, type Speech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';
import { Row, Rows } from '../../ui/Rows';
import { deviceOf } from './device';

/** Where one is signed in, this browser first, and how to end it. */
export function Sessions() {
  const speech = useSpeech();
  const { t } = speech;
  const { data, error, isPending } = useQuery(sessionsQuery);
  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current) || b.updatedAt.localeCompare(a.updatedAt));
  const others = sessions.filter(({ current }) => !current);
  const end = useEnd();
  return (
    <section>
      <Group justify="space-between" mb={4} mih={36}>
        <Title order={2} size="h3">
          {t('sessions.title')}
        </Title>
        {others.length > 0 && <EndOthers others={others} />}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {t('sessions.hint')}
      </Text>
      <Refusal error={error} title={t('sessions.failed')} />
      {isPending && <Skeleton h={58} />}
      <Rows>
        {sessions.map((each) => (
          <SessionRow key={each.id} session={each} end={() => end.mutate([each])} pending={end.isPending} />
        ))}
      </Rows>
    </section>
  );
}

function SessionRow({ session, end, pending }: { session: Session; end: () => void; pending: boolean }) {
  const speech = useSpeech();
  const { t, ago } = speech;
  const device = nameOf(speech, session);
  const facts = [session.ipAddress, t('sessions.since', { ago: ago(Date.parse(session.createdAt)) }), t('sessions.used', { ago: ago(Date.parse(session.updatedAt)) })];
  return (
    <Row icon="device" title={device} facts={facts}>
      {session.current ? (
        <Badge variant="light" tt="none" fw={500} flex="none">
          {t('sessions.here')}
        </Badge>
      ) : (
        <Button variant="default" size="xs" flex="none" disabled={pending} onClick={end} aria-label={t('sessions.endOf', { device })}>
          {t('sessions.end')}
        </Button>
      )}
    </Row>
  );
}

function EndOthers({ others }: { others: Session[] }) {
  const { t, plural } = useSpeech();
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending } = useEnd(close);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t('sessions.endOthers')}
      </Button>
      <Confirm opened={opened} close={close} title={plural('sessions.sure', others.length)} action={t('sessions.end')} go={() => mutate(others)} pending={isPending}>
        {t('sessions.hint')}
      </Confirm>
    </>
  );
}

/** Ends sessions one after the other; what was not ended is still in the list. */
function useEnd(done?: () => void) {
  const speech = useSpeech();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sessions: Session[]) => {
      for (const { token } of sessions) await identity.endSession(token);
    },
    onSuccess: () => notifyDone(speech, speech.t('sessions.ended')),
    onError: (error) => notifyFailure(speech, error, speech.t('trouble.notDone')),
    onSettled: () => {
      done?.();
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
}

function nameOf({ t }: Speech, { userAgent }: Session): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('sessions.device', { browser, system });
  return browser ?? system ?? t('sessions.unknown');
}

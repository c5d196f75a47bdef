import { Button, Code, Container, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { ApiFailure } from '../api/failure';
import { bootstrapQuery } from '../api/session';
import type { Role } from '../api/words';
import { isServed, MissingPart } from '../app/part';
import { useSpeech } from '../i18n/text';
import { EmptyState } from '../ui/EmptyState';
import { LinkButton } from '../ui/links';
import { saidOf } from '../values/said';

/** What stands in the place of a page that failed: what happened, and what to do. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const failure = error instanceof ApiFailure ? error : undefined;
  if (failure?.kind === 'setup') return <SetupIncomplete message={failure.message} />;
  if (failure?.status === 403) return <RoleNeeded {...(failure.minimumRole ? { role: failure.minimumRole } : {})} />;
  const again = async () => {
    // The router remembers that a part could not be fetched; a new page does not.
    if (error instanceof MissingPart) {
      if (await isServed()) window.location.reload();
      return;
    }
    reset();
    await router.invalidate();
  };
  return <Failed failure={failure} again={() => void again()} />;
}

function Failed({ failure, again }: { failure: ApiFailure | undefined; again: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const offline = failure?.kind === 'offline';
  const reference = failure?.diagnostic?.requestId;
  return (
    <EmptyState
      page
      icon={offline ? 'offline' : 'alert'}
      title={t(offline ? 'trouble.offline' : 'trouble.title')}
      hint={
        <Stack gap="xs" align="center">
          <Text size="sm">{offline ? t('trouble.offlineHint') : failure ? saidOf(failure, speech) : t('trouble.hint')}</Text>
          {reference && <Text size="xs">{t('trouble.reference', { id: reference })}</Text>}
        </Stack>
      }
    >
      <Button variant="default" onClick={again} mt="sm">
        {t('action.retry')}
      </Button>
    </EmptyState>
  );
}

/** What stands there when the shell itself failed, or there is none. */
export function TroubleOutside(props: ErrorComponentProps) {
  return (
    <main>
      <Trouble {...props} />
    </main>
  );
}

/** Every failing check of a site whose sign-in is not configured. */
function SetupIncomplete({ message }: { message: string }) {
  const { t } = useSpeech();
  return (
    <Container size="sm">
      <EmptyState page icon="settings" title={t('trouble.setup')} hint={t('trouble.setupHint')}>
        <Code block maw="100%">
          {message}
        </Code>
      </EmptyState>
    </Container>
  );
}

/** Which role a page needs, and which one the reader has. */
export function RoleNeeded({ role }: { role?: Role }) {
  const { t } = useSpeech();
  const me = useQueryClient().getQueryData(bootstrapQuery.queryKey)?.me;
  if (!me || !role) return <EmptyState page icon="lock" title={t('trouble.noRole')} hint={t('trouble.noRoleHint')} />;
  return (
    <EmptyState
      page
      icon="lock"
      title={t('trouble.role', { role: t(`role.${role}`) })}
      hint={t('trouble.roleHint', { email: me.email, yours: t(`role.${me.role}`) })}
    >
      <HomeButton />
    </EmptyState>
  );
}

export function NotFound({ title }: { title?: string }) {
  const { t } = useSpeech();
  return (
    <EmptyState page icon="search" title={title ?? t('trouble.notFound')} hint={t('trouble.notFoundHint')}>
      <HomeButton />
    </EmptyState>
  );
}

function HomeButton() {
  const { t } = useSpeech();
  return (
    <Group mt="sm">
      <LinkButton variant="default" to="/">
        {t('action.goHome')}
      </LinkButton>
    </Group>
  );
}

import { Card, Stack, Title } from '@mantine/core';

import { isAtLeast, mayCreate, useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkButton } from '../../ui/links';

/** How many collections are offered; the others have their own button. */
const mostCreated = 4;

/** What people come here to do. */
export function QuickActions() {
  const { t, text } = useSpeech();
  const { me, collections, operations } = useBootstrap();
  const creatable = collections.filter((each) => mayCreate(me.role, each)).slice(0, mostCreated);
  const look = { variant: 'subtle', justify: 'flex-start', size: 'compact-sm', color: 'leaf', fw: 500 } as const;
  return (
    <Card withBorder padding="lg" radius="lg" component="section" aria-label={t('home.quick')}>
      <Title order={2} size="h3" fz="md">
        {t('home.quick')}
      </Title>
      <Stack gap={2} mt="xs" mx={-8}>
        {creatable.map(({ name, title }) => (
          <LinkButton key={name} {...look} to="/c/$collection/$id" params={{ collection: name, id: 'new' }} leftSection={<Icon name="plus" />}>
            {t('home.newIn', { collection: text(title, name) })}
          </LinkButton>
        ))}
        {operations.length > 0 && (
          <LinkButton {...look} to="/ops" leftSection={<Icon name="operation" />}>
            {t('home.operate')}
          </LinkButton>
        )}
        {isAtLeast(me.role, 'owner') && (
          <LinkButton {...look} to="/staff" search={{ invite: true }} leftSection={<Icon name="invite" />}>
            {t('home.invite')}
          </LinkButton>
        )}
        <LinkButton {...look} to="/connected-apps" hash="connect" leftSection={<Icon name="plug" />}>
          {t('connect.title')}
        </LinkButton>
      </Stack>
    </Card>
  );
}

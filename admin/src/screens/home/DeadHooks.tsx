import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { deadHooksQuery, mostCounted } from '../../api/hooks';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';

/** Tells an owner of deferred hooks that were given up; nothing while there are none. */
export function DeadHooks() {
  const { t, plural } = useSpeech();
  const { data } = useQuery(deadHooksQuery);
  if (!data || data.items.length === 0) return null;
  const title = data.nextCursor === null ? plural('home.dead', data.items.length) : t('home.deadMore', { count: mostCounted });
  return (
    <Alert color="orange" icon={<Icon name="alert" />} title={title} mb="md">
      <Text size="sm">
        {t('home.deadHint')} <LinkAnchor to="/dev" inherit>{t('home.deadGo')}</LinkAnchor>
      </Text>
    </Alert>
  );
}

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { deadHooksQuery, mostCounted } from '../../api/hooks';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';

/** Tells an owner of deferred hooks that were given up; nothing while there are none. */
export function DeadHooks() {
  const { t, plural } = useSpeech();
  const { data } = useQuery(deadHooksQuery);
  if (!data || data.items.length === 0) return null;
  const title = data.nextCursor === null ? plural('home.dead', data.items.length) : t('home.deadMore', { count: mostCounted });
  return (
    <Notice tone="warning" icon="alert" title={title}>
      <Text size="sm">
        {t('home.deadHint')} <LinkAnchor to="/dev" search={{ tab: 'deferred', state: 'dead' }} inherit underline="always">{t('home.deadGo')}</LinkAnchor>
      </Text>
    </Notice>
  );
}

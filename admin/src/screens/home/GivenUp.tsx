import { Text } from '@mantine/core';

import type { GivenUp as Count } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';

/** Tells an owner of deferred hooks that were given up; nothing while there are none. */
export function GivenUp({ givenUp }: { givenUp: Count | undefined }) {
  const { t, plural } = useSpeech();
  if (!givenUp || givenUp.count === 0) return null;
  const title = givenUp.more ? t('home.deadMore', { count: givenUp.count }) : plural('home.dead', givenUp.count);
  return (
    <Notice tone="warning" icon="alert" title={title}>
      <Text size="sm">
        {t('home.deadHint')} <LinkAnchor to="/dev" search={{ tab: 'deferred', state: 'dead' }} inherit underline="always">{t('home.deadGo')}</LinkAnchor>
      </Text>
    </Notice>
  );
}

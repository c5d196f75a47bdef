import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { countDrafts } from '../../drafts/store';
import { useSpeech } from '../../i18n/text';

/** To whom a session ended in the middle of something: what was typed is not lost. */
export function Kept() {
  const { t } = useSpeech();
  const { to } = useSearch({ from: '/sign-in' });
  const [any] = useState(() => countDrafts() > 0);
  if (!any || to === undefined) return null;
  return (
    <Text size="sm" role="status">
      {t('signIn.kept')}
    </Text>
  );
}

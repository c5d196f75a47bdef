import { Box } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';

import { useSpeech } from '../i18n/text';
import { Notice } from '../ui/Notice';

/** Says that the browser has no connection, for as long as it has none. */
export function OfflineNotice() {
  const { t } = useSpeech();
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Box p="sm" pb={0}>
      <Notice tone="warning" icon="offline" mb={0}>
        {t('app.offline')}
      </Notice>
    </Box>
  );
}

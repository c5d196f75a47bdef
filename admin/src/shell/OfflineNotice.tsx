import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';

import { useSpeech } from '../i18n/text';
import { Icon } from '../ui/icons';

/** Says that the browser has no connection, for as long as it has none. */
export function OfflineNotice() {
  const { t } = useSpeech();
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" radius={0} py="xs" icon={<Icon name="offline" />}>
          {t('app.offline')}
        </Alert>
      )}
    </div>
  );
}

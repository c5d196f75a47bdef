import { Group, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';

/** Says to contributors who chooses files. */
export function ByEditors() {
  const { t } = useSpeech();
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Icon name="lock" size={14} />
      <Text size="xs">{t('forms.media.byEditors')}</Text>
    </Group>
  );
}

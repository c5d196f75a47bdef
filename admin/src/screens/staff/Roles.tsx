import { Text, Title } from '@mantine/core';

import { roles } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Terms } from '../../ui/Terms';

/** The roles in words. */
export function Roles() {
  const { t } = useSpeech();
  return (
    <section>
      <Title order={2} size="h3" mt="xl" mb="xs">
        {t('staff.roles')}
      </Title>
      <Terms terms={roles.toReversed().map((role) => [t(`role.${role}`), t(`staff.can.${role}`)] as const)} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('staff.canMore')}
      </Text>
    </section>
  );
}

import { Text, Title } from '@mantine/core';

import { roles } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import classes from './Roles.module.css';

/** The roles in words. */
export function Roles() {
  const { t } = useSpeech();
  return (
    <section>
      <Title order={2} size="h3" mt="xl" mb="xs">
        {t('staff.roles')}
      </Title>
      <dl className={classes['list']}>
        {roles.toReversed().map((role) => (
          <div key={role}>
            <dt>{t(`role.${role}`)}</dt>
            <dd>{t(`staff.can.${role}`)}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="xs">
        {t('staff.canMore')}
      </Text>
    </section>
  );
}

import { Radio, Stack } from '@mantine/core';

import { roles } from '../../api/session';
import type { Role } from '../../api/words';
import { useSpeech } from '../../i18n/text';

/** A role, each with what it may do. */
export function RoleChoice({ value, set }: { value: Role; set: (role: Role) => void }) {
  const { t } = useSpeech();
  return (
    <Radio.Group label={t('person.role')} value={value} onChange={(next) => set(next)}>
      <Stack gap="sm" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={t(`role.${role}`)} description={t(`staff.can.${role}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

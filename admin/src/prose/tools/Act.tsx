import { ActionIcon } from '@mantine/core';

import type { PlainKey } from '../../i18n/message';
import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';

/** A small button of a bar: what is selected stays so. */
export function Act({ name, icon, run }: { name: PlainKey; icon: IconName; run: () => void }) {
  const { t } = useSpeech();
  return (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t(name)} title={t(name)} onMouseDown={(event) => event.preventDefault()} onClick={run}>
      <Icon name={icon} size={14} />
    </ActionIcon>
  );
}

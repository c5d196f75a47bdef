import { ActionIcon, Group } from '@mantine/core';
import type { ArrayFieldItemTemplateProps } from '@rjsf/utils';

import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';

interface Tool {
  icon: IconName;
  label: string;
  can: boolean;
  run: () => void;
}

/** What can be done to an item of a list. */
export function ItemTools({ buttonsProps: act, index, readonly }: ArrayFieldItemTemplateProps<unknown>) {
  const { t } = useSpeech();
  if (readonly) return null;
  const number = { number: index + 1 };
  const copy: Tool = { icon: 'copy', label: t('forms.list.copy', number), can: true, run: () => act.onCopyItem() };
  const tools: Tool[] = [
    { icon: 'up', label: t('forms.list.up', number), can: act.hasMoveUp, run: () => act.onMoveUpItem() },
    { icon: 'down', label: t('forms.list.down', number), can: act.hasMoveDown, run: () => act.onMoveDownItem() },
    ...(act.hasCopy ? [copy] : []),
    { icon: 'trash', label: t('forms.list.remove', number), can: act.hasRemove, run: () => act.onRemoveItem() },
  ];
  return (
    <Group gap={0} wrap="nowrap">
      {tools.map(({ icon, label, can, run }) => (
        <ActionIcon key={icon} variant="subtle" color="gray" size="lg" aria-label={label} title={label} disabled={!can} onClick={run}>
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </Group>
  );
}

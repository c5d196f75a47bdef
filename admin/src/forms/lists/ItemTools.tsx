import { ActionIcon, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import type { Place } from './ListItems';
import classes from './Lists.module.css';

interface Tool {
  icon: IconName;
  label: string;
  can: boolean;
  run: () => void;
}

/** Moves an item: by dragging, or with the arrow keys while it has the focus. */
export function Grip({ place, name }: { place: Place; name?: string | undefined }) {
  const { t } = useSpeech();
  const { list, at, last, grip } = place;
  if (list.fixed || last === 0) return null;
  const key = (event: KeyboardEvent) => {
    const step = event.altKey ? undefined : { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    list.move(at, at + step);
  };
  return (
    <button
      type="button"
      data-grip
      className={classes['grip']}
      aria-label={t('forms.list.grip', { item: name ?? t('forms.list.nth', { number: at + 1 }) })}
      onKeyDown={key}
      {...grip(at)}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}

/** What else can be done to an item of a list. */
export function ItemTools({ place, name, copies = true }: { place: Place; name?: string | undefined; copies?: boolean }) {
  const { t } = useSpeech();
  const { list, at, last } = place;
  if (list.fixed) return null;
  const item = { item: name ?? t('forms.list.nth', { number: at + 1 }) };
  const copy: Tool = { icon: 'copy', label: t('forms.list.copy', item), can: !list.full, run: () => list.duplicate(at) };
  const moves: Tool[] = [
    { icon: 'up', label: t('forms.list.up', item), can: at > 0, run: () => list.move(at, at - 1) },
    { icon: 'down', label: t('forms.list.down', item), can: at < last, run: () => list.move(at, at + 1) },
  ];
  const tools: Tool[] = [
    ...(last > 0 ? moves : []),
    ...(copies ? [copy] : []),
    { icon: 'trash', label: t('forms.list.remove', item), can: true, run: () => list.remove(at) },
  ];
  return (
    <Group gap={0} wrap="nowrap" className={classes['tools'] ?? ''}>
      {tools.map(({ icon, label, can, run }) => (
        <ActionIcon key={icon} variant="subtle" color="gray" size={30} aria-label={label} title={label} disabled={!can} onClick={run}>
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </Group>
  );
}

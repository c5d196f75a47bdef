import { ActionIcon, Collapse, Group, Paper, UnstyledButton } from '@mantine/core';
import type { ArrayFieldItemTemplateProps } from '@rjsf/utils';
import { useState, type KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon, type IconName } from '../../ui/icons';
import { shapeOf } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { pointerTo, valueAt } from '../pointer';
import { isScalar } from '../shape';
import { summaryOf } from '../summary';
import classes from './templates.module.css';

/** A list of up to this many items is shown with all of them open. */
const fewItems = 3;

/** One item of a list, with what can be done to it. Alt with an arrow moves it. */
export function Item(props: ArrayFieldItemTemplateProps<unknown>) {
  const { idPrefix, faults, value } = useFrame();
  const { t } = useSpeech();
  const { buttonsProps: act, index } = props;
  const [count] = useState(props.totalItems);
  const path = act.fieldPathId.path;
  const pointer = pointerTo(path);
  const current = valueAt(value, path);
  const [wanted, setWanted] = useState(count <= fewItems || isEmptyItem(current));
  const faulty = faults.some((fault) => fault.at.startsWith(`${pointer}/`));
  const id = `${fieldId(idPrefix, pointer)}-item`;
  const move = (event: KeyboardEvent) => {
    const way = event.altKey && !props.readonly && (event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : '');
    if (!way || event.defaultPrevented) return;
    event.preventDefault();
    if (way === 'up' && act.hasMoveUp) act.onMoveUpItem();
    if (way === 'down' && act.hasMoveDown) act.onMoveDownItem();
  };
  if (isScalar(shapeOf(props.schema))) {
    return (
      <Group id={id} gap={4} wrap="nowrap" align="flex-start" onKeyDown={move}>
        <div className={classes['row']}>{props.children}</div>
        <Tools {...props} />
      </Group>
    );
  }
  const open = wanted || faulty;
  return (
    <Paper id={id} withBorder className={classes['item'] ?? ''} onKeyDown={move}>
      <Group justify="space-between" wrap="nowrap" gap={4} className={classes['head'] ?? ''}>
        <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={open} aria-controls={`${id}-fields`} onClick={() => setWanted(!open)}>
          <Icon name="fold" size={14} className={classes['arrow']} data-open={open || undefined} />
          <span className={classes['number']}>{t('forms.list.item', { number: index + 1 })}</span>
          <span className={classes['summary']}>{summaryOf(current)}</span>
        </UnstyledButton>
        <Tools {...props} />
      </Group>
      <Collapse expanded={open} id={`${id}-fields`}>
        <div className={classes['inside']}>{props.children}</div>
      </Collapse>
    </Paper>
  );
}

const isEmptyItem = (value: unknown) => value === undefined || value === null || summaryOf(value) === '';

function Tools({ buttonsProps: act, index, readonly }: ArrayFieldItemTemplateProps<unknown>) {
  const { t } = useSpeech();
  if (readonly) return null;
  const number = { number: index + 1 };
  const tools: { icon: IconName; label: string; can: boolean; run: () => void }[] = [
    { icon: 'up', label: t('forms.list.up', number), can: act.hasMoveUp, run: () => act.onMoveUpItem() },
    { icon: 'down', label: t('forms.list.down', number), can: act.hasMoveDown, run: () => act.onMoveDownItem() },
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

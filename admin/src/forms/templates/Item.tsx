import { Collapse, Group, Paper, UnstyledButton } from '@mantine/core';
import type { ArrayFieldItemTemplateProps } from '@rjsf/utils';
import { use, useState, type KeyboardEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { shapeOf } from '../fields/props';
import { fieldId, useFormFaults, useFormValue, useFrame } from '../frame';
import { pointerTo, valueAt } from '../pointer';
import { isScalar } from '../shape';
import { summaryOf } from '../summary';
import { FoldContext } from './fold';
import { ItemTools } from './ItemTools';
import classes from './templates.module.css';

/** A list of up to this many items is shown with all of them open. */
const fewItems = 3;

/** One item of a list, with what can be done to it. Alt with an arrow moves it. */
export function Item(props: ArrayFieldItemTemplateProps<unknown>) {
  const { idPrefix } = useFrame();
  const { buttonsProps: act } = props;
  const id = `${fieldId(idPrefix, pointerTo(act.fieldPathId.path))}-item`;
  const move = (event: KeyboardEvent) => {
    const way = event.altKey && !props.readonly && (event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : '');
    if (!way || event.defaultPrevented) return;
    event.preventDefault();
    if (way === 'up' && act.hasMoveUp) act.onMoveUpItem();
    if (way === 'down' && act.hasMoveDown) act.onMoveDownItem();
  };
  if (!isScalar(shapeOf(props.schema))) return <Folding {...props} id={id} move={move} />;
  return (
    <Group id={id} gap={4} wrap="nowrap" align="flex-start" onKeyDown={move}>
      <div className={classes['row']}>{props.children}</div>
      <ItemTools {...props} />
    </Group>
  );
}

/** An item of several fields, which can be folded. */
function Folding({ id, move, ...props }: ArrayFieldItemTemplateProps<unknown> & { id: string; move: (event: KeyboardEvent) => void }) {
  const { root } = useFrame();
  const { t, text } = useSpeech();
  const { path } = props.buttonsProps.fieldPathId;
  const current = valueAt(useFormValue(), path);
  const summary = summaryOf(current, shapeOf(props.schema), root, text);
  const all = use(FoldContext);
  const [count] = useState(props.totalItems);
  const [own, setOwn] = useState({ turn: all.turn, open: count <= fewItems || summary === '' });
  const pointer = pointerTo(path);
  const faulty = useFormFaults().some((fault) => fault.at.startsWith(`${pointer}/`));
  const open = (own.turn === all.turn ? own.open : all.open) || faulty;
  return (
    <Paper id={id} withBorder className={classes['item'] ?? ''} onKeyDown={move}>
      <Group justify="space-between" wrap="nowrap" gap={4} className={classes['head'] ?? ''}>
        <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={open} aria-controls={`${id}-fields`} onClick={() => setOwn({ turn: all.turn, open: !open })}>
          <Icon name="fold" size={14} className={classes['arrow']} data-open={open || undefined} />
          <span className={classes['number']}>{t('forms.list.item', { number: props.index + 1 })}</span>
          <span className={classes['summary']}>{summary}</span>
        </UnstyledButton>
        <ItemTools {...props} />
      </Group>
      <Collapse expanded={open} id={`${id}-fields`}>
        <div className={classes['inside']}>{props.children}</div>
      </Collapse>
    </Paper>
  );
}

import { Button, Fieldset, Group, Text } from '@mantine/core';
import type { ArrayFieldTemplateProps } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { shapeOf } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { pointerTo } from '../pointer';
import { isScalar, resolved } from '../shape';
import { Faults } from './Faults';
import { FoldContext, type Fold } from './fold';
import { useGroupMarks } from './groupMarks';
import { Help } from './Help';
import { Legend } from './Legend';
import classes from './templates.module.css';

/** A list, item by item. */
export function Items(props: ArrayFieldTemplateProps<unknown>) {
  const { t, plural } = useSpeech();
  const { idPrefix, root } = useFrame();
  const [fold, setFold] = useState<Fold>({ turn: 0, open: undefined });
  const shape = shapeOf(props.schema);
  const { path } = props.fieldPathId;
  const id = fieldId(idPrefix, pointerTo(path));
  const marks = useGroupMarks(path);
  const count = props.items.length;
  const expectAdded = useFocusOnAdded(count, id);
  const folds = count > 1 && shape.items !== undefined && !isScalar(resolved(shape.items, root));
  const full = shape.maxItems !== undefined && count >= shape.maxItems;
  return (
    <Fieldset {...marks} className={classes['group'] ?? ''} legend={<Legend title={props.title} required={props.required ?? false} name={path.at(-1)} />}>
      <div className={classes['items']}>
        <Help id={`${id}-help`} shape={shape} path={path} />
        {count === 0 && (
          <Text size="sm" c="dimmed">
            {t('forms.list.empty')}
          </Text>
        )}
        {folds && (
          <Group gap="xs" justify="flex-end">
            {[false, true].map((open) => (
              <Button key={String(open)} variant="subtle" color="gray" size="compact-xs" onClick={() => setFold({ turn: fold.turn + 1, open })}>
                {t(open ? 'forms.list.openAll' : 'forms.list.foldAll')}
              </Button>
            ))}
          </Group>
        )}
        <FoldContext value={fold}>{props.items}</FoldContext>
        {!props.readonly && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            disabled={!props.canAdd}
            style={{ alignSelf: 'flex-start' }}
            onClick={(event) => {
              expectAdded();
              props.onAddClick(event);
            }}
          >
            {t('forms.list.addTo', { list: props.title })}
          </Button>
        )}
        {full && !props.readonly && (
          <Text size="xs" c="dimmed">
            {plural('forms.rule.maxItems', shape.maxItems ?? count)}
          </Text>
        )}
      </div>
      <Faults path={path} />
    </Fieldset>
  );
}

/** The first control of an item that was just added takes the focus. */
function useFocusOnAdded(count: number, id: string) {
  const added = useRef(false);
  useEffect(() => {
    if (!added.current || count === 0) return;
    added.current = false;
    const controls = document.getElementById(`${id}/${count - 1}-item`)?.querySelectorAll<HTMLElement>('input, textarea, [contenteditable="true"]');
    controls?.[0]?.focus();
  }, [count, id]);
  return () => {
    added.current = true;
  };
}

import { Button, Fieldset, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { JsonField } from '../fields/Control';
import { shapeOf, type FormField } from '../fields/props';
import { fieldId, useFrame } from '../frame';
import { kindAt, kindsOf } from '../kinds';
import { pointerTo } from '../pointer';
import { isScalar, resolved } from '../shape';
import { startOf } from '../branches';
import { wordsIn } from '../summary';
import { Faults } from '../templates/Faults';
import { useGroupMarks } from '../templates/groupMarks';
import { Help } from '../templates/Help';
import { Legend } from '../templates/Legend';
import groups from '../templates/templates.module.css';
import { Adder } from './Adder';
import { ItemFields } from './ItemFields';
import { ListItems } from './ListItems';
import { Row } from './Row';
import { useList } from './useList';

/** A list of up to this many items is shown with all of them open. */
const fewItems = 3;
const none: readonly unknown[] = [];

/** A list, item by item: rows of one control, or cards of several fields or kinds (decision 241). */
export function ItemList(props: FormField) {
  const { t, plural } = useSpeech();
  const { idPrefix } = useFrame();
  const shape = shapeOf(props.schema);
  const root = shapeOf(props.registry.rootSchema);
  const { path } = props.fieldPathId;
  const id = fieldId(idPrefix, pointerTo(path));
  const marks = useGroupMarks(path);
  const values = Array.isArray(props.formData) ? props.formData : none;
  const [few] = useState(values.length <= fewItems);
  const items = useMemo(() => resolved(shape.items ?? {}, root), [shape, root]);
  const kinds = useMemo(() => kindsOf(items, root, (number) => t('forms.choice.option', { number })), [items, root, t]);
  const fixed = (props.readonly ?? false) || (props.disabled ?? false);
  const list = useList({ values, fixed, most: shape.maxItems, change: (next) => props.onChange(next, path) });
  const title = typeof shape.title === 'string' && shape.title ? shape.title : props.name;
  const rows = isScalar(items) && kinds.length === 0;
  const nameOf = (value: unknown, kind: number | undefined) => {
    const known = kinds[kindAt(kinds, value, root)] ?? kinds[kind ?? -1];
    return [known?.label, wordsIn(value, known?.shape ?? items, root)].filter(Boolean).join(' · ') || t('forms.list.itemOf', { list: title });
  };
  const add = (at: number) => (
    <Adder list={title} kinds={kinds} at={at} last={values.length} disabled={list.full} add={(kind) => list.insert(at, kinds[kind]?.start ?? startOf(items, root) ?? (rows ? undefined : {}), kind)} />
  );
  const stray = props.formData !== undefined && props.formData !== null && !Array.isArray(props.formData);
  return (
    <Fieldset {...marks} className={groups['group'] ?? ''} legend={<Legend title={title} required={props.required ?? false} name={path.at(-1)} />}>
      <div className={groups['items']}>
        <Help id={`${id}-help`} shape={shape} />
        {stray && <JsonField {...props} />}
        {values.length === 0 && !stray && (
          <Text size="sm" c="dimmed">
            {t('forms.list.empty')}
          </Text>
        )}
        {!rows && values.length > 1 && (
          <Group gap="xs" justify="flex-end">
            {[false, true].map((open) => (
              <Button key={String(open)} variant="subtle" color="gray" size="compact-xs" onClick={() => list.foldAll(open)}>
                {t(open ? 'forms.list.openAll' : 'forms.list.foldAll')}
              </Button>
            ))}
          </Group>
        )}
        <ListItems list={list} label={title} nameOf={(value, slot) => nameOf(value, slot.kind)} above={rows || fixed ? undefined : add}>
          {(place) => {
            const item = { field: props, place, items, kinds };
            return rows ? <Row key={place.slot.key} {...item} /> : <ItemFields {...item} opened={few} />;
          }}
        </ListItems>
        {!fixed && !stray && add(values.length)}
        {list.full && !fixed && (
          <Text size="xs" c="dimmed">
            {plural('forms.rule.maxItems', shape.maxItems ?? values.length)}
          </Text>
        )}
      </div>
      <Faults path={path} />
    </Fieldset>
  );
}

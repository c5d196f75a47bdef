import { MultiSelect, TagsInput } from '@mantine/core';

import { labelOf } from '../../values/names';
import { marks, type WidgetProps } from './props';

/** A list of short words, or of choices. */
export function Tags(props: WidgetProps) {
  const { shape, value, change, readOnly } = props;
  const chosen = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  const choices = shape.items?.enum?.filter((each): each is string => typeof each === 'string');
  const most = shape.maxItems ?? Infinity;
  const shared = { ...marks(props), value: chosen, onChange: (next: string[]) => change(next), clearable: !readOnly };
  return choices ? (
    <MultiSelect {...shared} maxValues={most} data={choices.map((each) => ({ value: each, label: labelOf(each) }))} />
  ) : (
    <TagsInput {...shared} maxTags={most} acceptValueOnBlur splitChars={[',', ';']} />
  );
}

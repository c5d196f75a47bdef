import { MultiSelect, TagsInput, type TagsInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

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
    <MultiSelect {...shared} maxValues={most} data={choices.map((each, i) => ({ value: each, label: shape.items?.['x-names']?.[i] || labelOf(each) }))} />
  ) : (
    <Words {...shared} maxTags={most} />
  );
}

/** Words that are typed. The last one counts when it is left, and when a key saves or sends the form. */
function Words({ value, onChange, maxTags, ...rest }: TagsInputProps & { value: string[]; onChange: (next: string[]) => void; maxTags: number }) {
  const [typed, setTyped] = useState('');
  const take = (event: KeyboardEvent) => {
    const word = typed.trim();
    if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key) || word === '') return;
    setTyped('');
    if (value.length < maxTags && !value.includes(word)) onChange([...value, word]);
  };
  return (
    <TagsInput {...rest} value={value} onChange={onChange} maxTags={maxTags} searchValue={typed} onSearchChange={setTyped} onKeyDown={take} acceptValueOnBlur splitChars={[',', ';']} />
  );
}

import { MultiSelect } from '@mantine/core';

import { labelOf } from '../../values/names';
import { useFrame } from '../frame';
import { marks, type WidgetProps } from './props';
import { SuggestedWords, Words } from './Words';

/** A list of short words, or of choices. The words of a collection's own field are suggested. */
export function Tags(props: WidgetProps) {
  const { shape, value, change, readOnly, path, label } = props;
  const { collection } = useFrame();
  const chosen = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  const choices = shape.items?.enum?.filter((each): each is string => typeof each === 'string');
  const most = shape.maxItems ?? Infinity;
  const shared = { ...marks(props), value: chosen, onChange: (next: string[]) => change(next), clearable: !readOnly };
  if (choices) {
    return <MultiSelect {...shared} maxValues={most} data={choices.map((each, i) => ({ value: each, label: shape.items?.['x-names']?.[i] || labelOf(each) }))} />;
  }
  const words = { ...shared, maxTags: most, word: shape.items ?? {}, taken: props.blur };
  const [field, ...inside] = path;
  const own = typeof field === 'string' && inside.length === 0;
  return collection !== undefined && own && !readOnly ? (
    <SuggestedWords {...words} aria-label={label} collection={collection} field={field} />
  ) : (
    <Words {...words} />
  );
}

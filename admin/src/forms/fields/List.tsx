import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js';

import { useFrame } from '../frame';
import { isTags } from '../shape';
import { TagsField } from './Control';
import { shapeOf, type FormField } from './props';

const { ArrayField } = getDefaultRegistry<unknown>().fields;

/** A list: in one control where its items are short, otherwise item by item. */
export function List(props: FormField) {
  const { root } = useFrame();
  if (!ArrayField) return null;
  return isTags(shapeOf(props.schema), root) ? <TagsField {...props} /> : <ArrayField {...props} />;
}

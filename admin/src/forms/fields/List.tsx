import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js';

import { useFrame } from '../frame';
import { isMediaList, isTags } from '../shape';
import { MediaListField, TagsField } from './Control';
import { shapeOf, type FormField } from './props';

const { ArrayField } = getDefaultRegistry<unknown>().fields;

/** A list: in one control where its items are short, otherwise item by item. */
export function List(props: FormField) {
  const { root } = useFrame();
  if (!ArrayField) return null;
  if (isMediaList(shapeOf(props.schema), root)) return <MediaListField {...props} />;
  return isTags(shapeOf(props.schema), root) ? <TagsField {...props} /> : <ArrayField {...props} />;
}

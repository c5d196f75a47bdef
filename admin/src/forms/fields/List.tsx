import { useFrame } from '../frame';
import { ItemList } from '../lists/ItemList';
import { isMediaList, isTags } from '../shape';
import { MediaListField, TagsField } from './Control';
import { shapeOf, type FormField } from './props';

/** A list: in one control where its items are short, otherwise item by item. */
export function List(props: FormField) {
  const { root } = useFrame();
  const shape = shapeOf(props.schema);
  if (isMediaList(shape, root)) return <MediaListField {...props} />;
  return isTags(shape, root) ? <TagsField {...props} /> : <ItemList {...props} />;
}

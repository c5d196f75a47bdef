import { useCollection } from '../../api/session';
import { targetOf } from '../../api/references';
import type { WidgetProps } from './props';
import { ReferencePicker } from './ReferencePicker';
import { Text } from './Text';

/** A reference to an entry: a picker where its collection is known, otherwise what it holds. */
export function Reference(props: WidgetProps) {
  const collection = useCollection(props.shape['x-service-ref'] ?? '');
  const property = props.path.findLast((token) => typeof token === 'string') ?? '';
  if (!collection) return <Text {...props} />;
  return <ReferencePicker {...props} target={targetOf(collection, property)} />;
}

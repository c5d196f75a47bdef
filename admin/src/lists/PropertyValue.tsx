import { mediaKind } from '../media/kinds';
import { ReferredValue } from '../values/ReferredValue';
import { Value, type ValueProps } from './Value';

/** A property with its name: where it refers to an entry, what that is called. */
export function PropertyValue({ field, ...shown }: ValueProps & { field: string }) {
  const { value, schema } = shown;
  const to = mediaKind(schema) ? undefined : schema?.['x-service-ref'];
  const plain = <Value {...shown} />;
  if (to === undefined) return plain;
  return (
    <ReferredValue to={to} field={field} value={value}>
      {plain}
    </ReferredValue>
  );
}

import { controlFor } from '../controls';
import { isScalar, resolved, type Shape } from '../shape';

/** Up to this many characters a text needs no line of its own. */
const shortText = 40;

/** Whether a field leaves room for another one beside it. */
export function isShort(given: Shape | undefined, root: Shape): boolean {
  const shape = resolved(given ?? {}, root);
  if (!isScalar(shape)) return false;
  const control = controlFor(shape);
  if (control === 'text') return shape.format === undefined && ((shape.maxLength ?? Infinity) <= shortText || isCode(shape.pattern));
  return ['number', 'money', 'switch', 'select', 'fixed', 'date'].includes(control);
}

/** A pattern in which nothing repeats without end leaves a text as short as itself. */
const isCode = (pattern = '*') => !/[*+]|,\}/.test(pattern) && pattern.length <= shortText;

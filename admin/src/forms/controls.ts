import { mediaKind } from '../media/kinds';
import { isUserStamp } from '../values/schema';
import { typesOf, type Shape } from './shape';

export type ControlKind =
  | 'text' | 'textarea' | 'markdown' | 'richtext' | 'code' | 'date' | 'date-time' | 'timestamp' | 'number' | 'money'
  | 'switch' | 'select' | 'fixed' | 'media' | 'reference' | 'stamp';

/** The control that shows a scalar value. A hint says more than a widget: it is of the value, not of one place. */
export function controlFor(shape: Shape): ControlKind {
  const type = typesOf(shape)[0];
  if ('const' in shape) return shape.const === true ? 'switch' : 'fixed';
  if (shape.enum) return 'select';
  if (type === 'boolean') return 'switch';
  if (type === 'string') return textControl(shape);
  const hint = shape['x-mcp-hint'];
  if (hint === 'timestamp-ms') return 'timestamp';
  if (hint === 'money-minor' && type === 'integer') return 'money';
  return shape['x-service-ref'] ? 'reference' : 'number';
}

/** From this many characters on, one line is too short. */
const long = 200;

function textControl(shape: Shape): ControlKind {
  const hint = shape['x-mcp-hint'] ?? '';
  const to = shape['x-service-ref'];
  if (mediaKind(shape)) return 'media';
  if (isUserStamp(shape)) return 'stamp';
  if (to) return 'reference';
  if (hint === 'markdown' || hint === 'richtext' || hint === 'code') return hint;
  if (shape.format === 'date' || shape.format === 'date-time') return shape.format;
  if (shape['x-widget'] === 'textarea') return 'textarea';
  return !shape.format && (shape.maxLength ?? 0) > long ? 'textarea' : 'text';
}

import type { FieldProps, RJSFSchema } from '@rjsf/utils';

import type { Shape } from '../shape';

/** What the renderer gives to a field. */
export type FormField = FieldProps<unknown>;

export const shapeOf = (schema: RJSFSchema) => schema as unknown as Shape;

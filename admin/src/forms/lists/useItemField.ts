import { toFieldPathId, type RJSFSchema } from '@rjsf/utils';
import { useMemo } from 'react';

import type { FormField } from '../fields/props';
import { typesOf, type Shape } from '../shape';
import type { Place } from './ListItems';

/** What the renderer is told of one item of a list. */
export function useItemField(field: FormField, { list, at }: Place, shape: Shape): FormField {
  const { globalFormOptions } = field.registry;
  const { fieldPathId } = field;
  const own = useMemo(() => toFieldPathId(at, globalFormOptions, fieldPathId), [at, globalFormOptions, fieldPathId]);
  return {
    ...field,
    name: `${field.name}-${at}`,
    schema: shape as unknown as RJSFSchema,
    uiSchema: {},
    formData: list.values[at],
    fieldPathId: own,
    required: typesOf(shape).length > 0,
    readonly: list.fixed,
  };
}

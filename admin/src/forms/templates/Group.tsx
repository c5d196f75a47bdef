import { Fieldset, Stack, Text } from '@mantine/core';
import type { ObjectFieldTemplateProps } from '@rjsf/utils';

import { shapeOf } from '../fields/props';
import { Faults } from './Faults';

/** The fields of an object. The whole form, and a branch of a choice, have no frame of their own. */
export function Group(props: ObjectFieldTemplateProps<unknown>) {
  const { path } = props.fieldPathId;
  const fields = (
    <Stack gap="md">
      {typeof props.description === 'string' && path.length > 0 && (
        <Text size="xs" c="dimmed">
          {props.description}
        </Text>
      )}
      {props.properties.map((property) => (
        <div key={property.name}>{property.content}</div>
      ))}
    </Stack>
  );
  if (path.length === 0 || !shapeOf(props.schema).title) return fields;
  return (
    <Fieldset legend={props.title}>
      {fields}
      <Faults path={path} />
    </Fieldset>
  );
}

import { Button } from '@mantine/core';
import type { CyclicSchemaExpandProps } from '@rjsf/utils';

import { useSpeech } from '../../i18n/text';
import { shapeOf } from '../fields/props';
import { Icon } from '../../ui/icons';

/** A property that holds what it stands in, such as a node of a tree: its fields come when they are asked for. */
export function Deeper(props: CyclicSchemaExpandProps<unknown>) {
  const { t } = useSpeech();
  const { title } = shapeOf(props.schema);
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="fold" />} onClick={() => props.onExpand(props.fieldPathId.$id)}>
      {t('forms.nested.show', { field: typeof title === 'string' && title ? title : props.name })}
    </Button>
  );
}

import { ActionIcon, Button, Fieldset, Group, Paper, Stack, Text } from '@mantine/core';
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { shapeOf } from '../fields/props';
import { Faults } from './Faults';

/** A list, item by item. */
export function Items(props: ArrayFieldTemplateProps<unknown>) {
  const { t } = useSpeech();
  const { description } = shapeOf(props.schema);
  return (
    <Fieldset legend={props.title}>
      <Stack gap="sm">
        {typeof description === 'string' && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
        {props.items}
        {props.canAdd && !props.readonly && (
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={props.onAddClick} style={{ alignSelf: 'flex-start' }}>
            {t('forms.list.add')}
          </Button>
        )}
      </Stack>
      <Faults path={props.fieldPathId.path} />
    </Fieldset>
  );
}

/** One item of a list, with what can be done to it. */
export function Item(props: ArrayFieldItemTemplateProps<unknown>) {
  const { t } = useSpeech();
  const { buttonsProps: act, index } = props;
  const number = { number: index + 1 };
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={500}>
          {t('forms.list.item', number)}
        </Text>
        {!props.readonly && (
          <Group gap={4}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('forms.list.up', number)} disabled={!act.hasMoveUp} onClick={act.onMoveUpItem}>
              <Icon name="up" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={t('forms.list.down', number)} disabled={!act.hasMoveDown} onClick={act.onMoveDownItem}>
              <Icon name="down" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={t('forms.list.remove', number)} disabled={!act.hasRemove} onClick={act.onRemoveItem}>
              <Icon name="trash" />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {props.children}
    </Paper>
  );
}

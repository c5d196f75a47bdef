import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';

/** A property that its object does not declare: its name can be changed, and it can be taken away. */
export function Member({ children, ...props }: Omit<FieldTemplateProps<unknown>, 'children'> & { children: ReactNode }) {
  const { t } = useSpeech();
  const fixed = props.readonly || props.disabled;
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        w={180}
        defaultValue={props.label}
        readOnly={fixed}
        label={t('forms.member.name')}
        onBlur={(event) => props.onKeyRenameBlur(event)}
      />
      <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
      {!fixed && (
        <ActionIcon variant="subtle" color="gray" size="lg" mt={24} onClick={props.onRemoveProperty} aria-label={t('forms.member.remove', { name: props.label })}>
          <Icon name="trash" />
        </ActionIcon>
      )}
    </Group>
  );
}

export function AddMember({ add, title }: { add: () => void; title: string }) {
  const { t } = useSpeech();
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" />} onClick={add} style={{ alignSelf: 'flex-start' }}>
      {title ? t('forms.list.addTo', { list: title }) : t('forms.list.add')}
    </Button>
  );
}

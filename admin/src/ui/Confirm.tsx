import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { Refusal } from './Refusal';

interface ConfirmProps {
  opened: boolean;
  close: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  go: () => void;
  pending?: boolean;
  error?: Error | null;
}

/** Asks before something that cannot be taken back, and stays open when it is refused. */
export function Confirm({ opened, close, title, children, action, go, pending = false, error = null }: ConfirmProps) {
  const { t } = useSpeech();
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <Refusal error={error} title={t('trouble.notDone')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button color="red.9" onClick={go} loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useSpeech } from '../i18n/text';
import { Dialog } from './Dialog';
import { Refusal } from './Refusal';

interface ConfirmProps {
  opened: boolean;
  close: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  go: () => void;
  /** Nothing is lost by it. */
  harmless?: boolean;
  /** There is nothing that it would do. */
  idle?: boolean;
  pending?: boolean;
  error?: Error | null;
}

/**
 * Asks before something is done that matters, and stays open when it is refused. What was begun is not stopped by closing
 * the question, so that it offers no *Cancel* then.
 */
export function Confirm({ opened, close, title, children, action, go, harmless = false, idle = false, pending = false, error = null }: ConfirmProps) {
  const { t } = useSpeech();
  return (
    <Dialog opened={opened} close={close} title={title}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <Refusal error={error} title={t('trouble.notDone')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t(pending ? 'action.close' : 'action.cancel')}
          </Button>
          <Button {...(harmless ? {} : { color: 'red.9' })} onClick={go} loading={pending} disabled={idle}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

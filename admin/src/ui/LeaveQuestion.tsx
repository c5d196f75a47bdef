import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../i18n/text';
import { Dialog } from './Dialog';

interface LeaveQuestionProps {
  opened: boolean;
  /** What becomes of the changes. */
  hint: string;
  stay: () => void;
  leave: () => void;
  /** Saves and leaves, where that is offered. */
  save?: () => Promise<void>;
  /** The changes are kept, though they cannot be saved now: to stay is the way on. */
  isKept?: boolean;
}

/** The question may be about what is in a side sheet. */
const aboveSheets = 300;

/** Asks before something is left whose changes are not saved. */
export function LeaveQuestion({ opened, hint, stay, leave, save, isKept = false }: LeaveQuestionProps) {
  const { t } = useSpeech();
  const [saving, setSaving] = useState(false);
  const saveAll = async () => {
    setSaving(true);
    await save?.();
    setSaving(false);
  };
  return (
    <Dialog opened={opened} close={stay} zIndex={aboveSheets} title={t('leave.title')}>
      <Text size="sm">{hint}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button {...(save || isKept ? { variant: 'subtle', color: 'gray' } : { color: 'red.9' })} onClick={leave}>
          {t('leave.go')}
        </Button>
        <Button variant={isKept ? 'filled' : 'default'} onClick={stay} data-autofocus={!save || undefined}>
          {t('leave.stay')}
        </Button>
        {save && (
          <Button data-autofocus loading={saving} onClick={() => void saveAll()}>
            {t('leave.save')}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

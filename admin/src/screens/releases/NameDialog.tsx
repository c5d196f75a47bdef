import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { ReleaseDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { Refusal } from '../../ui/Refusal';

interface NameDialogProps {
  title: string;
  action: string;
  initial: string;
  save: (name: string) => Promise<ReleaseDetail>;
  saved: (release: ReleaseDetail) => void;
  close: () => void;
}

/** Asks what a release is called: a new one, or one that has a name. */
export function NameDialog({ title, action, initial, save, saved, close }: NameDialogProps) {
  const { t } = useSpeech();
  const queries = useQueryClient();
  const [name, type] = useState(initial);
  const go = useMutation({ mutationFn: () => save(name), onSuccess: saved, onSettled: () => queries.invalidateQueries({ queryKey: ['releases'] }) });
  return (
    <Dialog opened close={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go.mutate();
        }}
      >
        <Stack gap="md">
          <TextInput label={t('releases.name')} description={t('releases.nameHint')} value={name} maxLength={80} required data-autofocus onChange={(event) => type(event.currentTarget.value)} />
          <Refusal error={go.error} title={t('trouble.notDone')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={go.isPending} disabled={name.trim() === ''}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

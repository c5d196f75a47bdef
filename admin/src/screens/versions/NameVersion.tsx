import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Entry, EntryVersion } from '../../api/types.gen';
import { nameVersion, staleVersions } from '../../api/versions';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';

/** How long the name of a version may be, in characters, as the service has it. */
const longest = 100;

/** Gives a version a name, by which it is found and for which it is kept. */
export function NameVersion({ entry, line }: { entry: Entry; line: EntryVersion }) {
  const { t } = useSpeech();
  const [opened, open] = useState(false);
  const close = () => open(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open(true)}>
        {t(line.name === null ? 'versions.name' : 'versions.rename')}
      </Button>
      <Dialog opened={opened} close={close} title={t('versions.nameOf', { version: line.version })}>
        <NameForm entry={entry} line={line} close={close} />
      </Dialog>
    </>
  );
}

function NameForm({ entry, line, close }: { entry: Entry; line: EntryVersion; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const [name, type] = useState(line.name ?? '');
  const saving = useMutation({
    mutationFn: (next: string) => nameVersion(entry, line.version, next.trim() === '' ? null : next.trim()),
    onSuccess: async (saved) => {
      await queries.invalidateQueries(staleVersions);
      notifyDone(speech, saved.name === null ? t('versions.unnamed', { version: line.version }) : t('versions.named', { version: line.version, name: saved.name }));
      close();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(name);
      }}
    >
      <Stack gap="md">
        <TextInput label={t('versions.nameLabel')} maxLength={longest} value={name} onChange={(event) => type(event.currentTarget.value)} data-autofocus />
        <Text size="sm" c="dimmed">
          {t('versions.nameHint')}
        </Text>
        <Refusal error={saving.error} title={t('trouble.notDone')} />
        <Group justify="flex-end" gap="xs">
          {line.name !== null && (
            <Button variant="default" onClick={() => saving.mutate('')}>
              {t('versions.removeName')}
            </Button>
          )}
          <Button type="submit" loading={saving.isPending} disabled={name.trim() === '' && line.name === null}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

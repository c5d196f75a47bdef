import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { addToRelease, createRelease, waitingReleasesQuery } from '../../api/releases';
import type { NamedEntry, ReleaseDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { notifyDone } from '../../ui/notify';
import { Refusal } from '../../ui/Refusal';

/** What stands for a release that is still to be made. */
const fresh = 'new';

interface AddToReleaseProps {
  entries: readonly NamedEntry[];
  /** Whether the entries may have languages that go out with them. */
  languages: boolean;
  close: () => void;
  done?: () => void;
}

/** Asks which release entries are to go out with, or makes one for them. */
export function AddToRelease({ entries, languages, close, done }: AddToReleaseProps) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const { data } = useQuery(waitingReleasesQuery);
  const [chosen, choose] = useState<string>();
  const [name, type] = useState('');
  const [together, setTogether] = useState(true);
  const releases = data?.items ?? [];
  const id = chosen ?? releases[0]?.id ?? fresh;
  const add = useMutation({
    mutationFn: async () => {
      let to = id;
      if (to === fresh) {
        to = (await createRelease(name)).id;
        choose(to); // so that another try makes no second one
      }
      return addToRelease(to, entries, languages && together);
    },
    onSuccess: (release: ReleaseDetail) => {
      notifyDone(speech, t('releases.added', { name: release.name }));
      close();
      done?.();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['releases'] }),
  });
  if (!data) return null;
  return (
    <Dialog opened close={close} title={t('releases.add')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('releases.addHint')}</Text>
          {releases.length > 0 && (
            <Select
              label={t('releases.which')}
              allowDeselect={false}
              value={id}
              onChange={(value) => value && choose(value)}
              data={[...releases.map((each) => ({ value: each.id, label: each.name })), { value: fresh, label: t('releases.new') }]}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
            />
          )}
          {id === fresh && (
            <TextInput label={t('releases.name')} description={t('releases.nameHint')} value={name} maxLength={80} required onChange={(event) => type(event.currentTarget.value)} {...(releases.length === 0 ? { 'data-autofocus': true } : {})} />
          )}
          {languages && <Checkbox label={t('releases.languages')} checked={together} onChange={(event) => setTogether(event.currentTarget.checked)} />}
          <Refusal error={add.error} title={t('trouble.notDone')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={add.isPending} disabled={id === fresh && name.trim() === ''}>
              {t('releases.addIt')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

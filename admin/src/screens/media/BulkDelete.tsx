import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { deleteAsset, staleMedia } from '../../api/media';
import type { Asset, AssetRemoved } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { runEach, type BulkResult } from '../../lists/bulk';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { saidOf } from '../../values/said';
import { UseList } from './UseList';
import { usesIn } from './uses';

interface BulkDeleteProps {
  assets: Asset[];
  /** Hears whether anything was tried. */
  close: (tried: boolean) => void;
}

type Result = BulkResult<Asset, AssetRemoved>;

/** Asks before files are deleted, and says of each that was not why. */
export function BulkDelete({ assets, close }: BulkDeleteProps) {
  const { t, plural } = useSpeech();
  const queries = useQueryClient();
  const [finished, setFinished] = useState(0);
  const { mutate, data, isPending } = useMutation({
    mutationFn: ({ items, anyway }: { items: Asset[]; anyway: boolean }) => runEach(items, ({ id }) => deleteAsset(id, anyway), setFinished),
    onSettled: () => queries.invalidateQueries({ queryKey: [...staleMedia, 'list'] }),
  });
  if (data) return <Report result={data} pending={isPending} again={(items) => mutate({ items, anyway: true })} close={() => close(true)} />;
  return (
    <Confirm
      opened
      close={() => close(false)}
      title={plural('media.bulkSure', assets.length)}
      action={t('media.delete')}
      go={() => mutate({ items: assets, anyway: false })}
      pending={isPending}
    >
      <Stack gap="xs">
        <List size="sm" mah={220} style={{ overflowY: 'auto' }}>
          {assets.map(({ id, filename }) => (
            <List.Item key={id}>{filename}</List.Item>
          ))}
        </List>
        <Text size="sm" role="status">
          {isPending ? t('bulk.working', { done: finished, total: assets.length }) : t('media.bulkHint')}
        </Text>
      </Stack>
    </Confirm>
  );
}

function Report({ result: { done, failed }, pending, again, close }: { result: Result; pending: boolean; again: (items: Asset[]) => void; close: () => void }) {
  const { t, plural } = useSpeech();
  const used = failed.filter(({ error }) => usesIn(error) !== undefined).map(({ item }) => item);
  return (
    <Dialog opened close={close} title={t('media.bulkReport')}>
      <Stack gap="md">
        <Text size="sm" role="status">
          {plural('media.bulkDeleted', done.length)}
        </Text>
        {failed.map(({ item, error }) => (
          <Kept key={item.id} asset={item} error={error} />
        ))}
        {used.length > 0 && <Text size="sm">{t('media.deleteAnywayHint')}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t('action.close')}
          </Button>
          {used.length > 0 && (
            <Button color="red.9" loading={pending} onClick={() => again(used)}>
              {plural('media.bulkAnyway', used.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A file that is still there, and why. */
function Kept({ asset, error }: { asset: Asset; error: unknown }) {
  const speech = useSpeech();
  const { t } = speech;
  const used = usesIn(error);
  return (
    <section aria-label={asset.filename}>
      <Text size="sm" fw={500}>
        {asset.filename}
      </Text>
      <Text size="sm" c="dimmed">
        {used ? t('media.inUse') : saidOf(error, speech)}
      </Text>
      {used && <UseList uses={used.uses} count={used.count} />}
    </section>
  );
}

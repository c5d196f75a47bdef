import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteAsset, staleMedia } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone } from '../../ui/notify';
import { UseList } from './UseList';
import { usesIn } from './uses';

/** Asks before an asset is deleted. Where entries use it the service refuses: then it names them, and asks once more. */
export function DeleteQuestion({ asset, close, gone }: { asset: Asset; close: () => void; gone: () => void }) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (anyway: boolean) => deleteAsset(asset.id, anyway),
    onSuccess: () => {
      notifyDone(speech, t('media.deleted', { filename: asset.filename }));
      close();
      gone();
      return queries.invalidateQueries({ queryKey: [...staleMedia, 'list'] });
    },
  });
  const used = usesIn(error);
  return (
    <Confirm
      opened
      close={close}
      title={t('media.deleteSure', { filename: asset.filename })}
      action={t(used ? 'media.deleteAnyway' : 'media.delete')}
      go={() => mutate(used !== undefined)}
      pending={isPending}
      error={used ? null : error}
    >
      {used ? (
        <Stack gap="xs" role="alert">
          <Text size="sm">{plural('media.deleteUsed', used.count)}</Text>
          <UseList uses={used.uses} count={used.count} />
          <Text size="sm">{t('media.deleteAnywayHint')}</Text>
        </Stack>
      ) : (
        t(asset.usedBy > 0 ? 'media.deleteAskUsed' : 'media.deleteHint')
      )}
    </Confirm>
  );
}

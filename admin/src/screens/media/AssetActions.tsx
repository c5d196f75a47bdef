import { Button, FileButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';

import { useBootstrap } from '../../api/session';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { acceptOf } from '../../media/purposes';
import { uploadFiles } from '../../media/uploadFiles';
import { Icon } from '../../ui/icons';
import { DeleteQuestion } from './DeleteQuestion';

/** What can be done to an asset: other bytes in the place of its own, and its end. */
export function AssetActions({ asset, gone }: { asset: Asset; gone: () => void }) {
  const { t } = useSpeech();
  const { purposes } = useBootstrap().site.media;
  const [asked, question] = useDisclosure(false);
  const purpose = purposes.find(({ name }) => name === asset.purpose);
  const replace = (file: File | null) => void (file && uploadFiles([file], { purpose: asset.purpose, replaces: asset.id }));
  return (
    <div>
      <Group gap="xs">
        {purpose && (
          <FileButton accept={acceptOf(purpose)} onChange={replace}>
            {(props) => (
              <Button {...props} size="compact-sm" variant="default" leftSection={<Icon name="refresh" />}>
                {t('media.replace')}
              </Button>
            )}
          </FileButton>
        )}
        <Button size="compact-sm" variant="light" color="red" leftSection={<Icon name="trash" />} onClick={question.open}>
          {t('media.delete')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t(purpose ? 'media.replaceHint' : 'media.replaceNot', { purpose: asset.purpose })}
      </Text>
      {asked && <DeleteQuestion asset={asset} close={question.close} gone={gone} />}
    </div>
  );
}

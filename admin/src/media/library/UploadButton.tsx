import { Button, FileButton } from '@mantine/core';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { acceptOf } from '../purposes';

/** Picks files to upload; of the types that a purpose takes, or any does. */
export function UploadButton({ purpose, give }: { purpose: string | undefined; give: (files: File[]) => void }) {
  const { t } = useSpeech();
  const { purposes } = useBootstrap().site.media;
  const named = purposes.filter(({ name }) => purpose === undefined || name === purpose);
  return (
    <FileButton multiple accept={named.map(acceptOf).join(',')} onChange={give}>
      {(props) => (
        <Button {...props} leftSection={<Icon name="publish" />}>
          {t('media.upload')}
        </Button>
      )}
    </FileButton>
  );
}

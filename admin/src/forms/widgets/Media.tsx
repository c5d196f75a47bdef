import { Text as Words, TextInput } from '@mantine/core';
import { use } from 'react';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { MediaPickerContext } from '../mediaPicker';
import { asText, marks, type WidgetProps } from './props';

/** A media asset: the picker where there is one, otherwise its id. */
export function Media(props: WidgetProps) {
  const picker = use(MediaPickerContext);
  const { capabilities } = useBootstrap().site;
  return picker && capabilities.media ? picker(props) : <AssetId {...props} configured={capabilities.media} />;
}

function AssetId({ configured, ...props }: WidgetProps & { configured: boolean }) {
  const { t } = useSpeech();
  return (
    <>
      <TextInput
        {...marks(props)}
        autoComplete="off"
        spellCheck={false}
        value={asText(props.value)}
        onChange={(event) => props.change(event.currentTarget.value || undefined)}
      />
      {!configured && (
        <Words size="xs" c="dimmed" mt={2}>
          {t('forms.media.absent')}
        </Words>
      )}
    </>
  );
}

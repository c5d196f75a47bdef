import { Text as Words, TextInput } from '@mantine/core';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { later } from './Lazy';
import { asText, marks, type WidgetProps } from './props';
import { Tags } from './Tags';

const Field = later(() => import('../media/MediaField').then((module) => module.MediaField), 56);
const List = later(() => import('../media/MediaListField').then((module) => module.MediaListField), 56);

/** A media asset: the library where there is one, otherwise its id. */
export function Media(props: WidgetProps) {
  const { capabilities } = useBootstrap().site;
  return capabilities.media ? <Field {...props} /> : <AssetId {...props} />;
}

/** Several of them. */
export function MediaList(props: WidgetProps) {
  const { capabilities } = useBootstrap().site;
  if (capabilities.media) return <List {...props} />;
  return (
    <>
      <Tags {...props} />
      <NoLibrary />
    </>
  );
}

function AssetId(props: WidgetProps) {
  return (
    <>
      <TextInput
        {...marks(props)}
        autoComplete="off"
        spellCheck={false}
        value={asText(props.value)}
        onChange={(event) => props.change(event.currentTarget.value || undefined)}
      />
      <NoLibrary />
    </>
  );
}

function NoLibrary() {
  const { t } = useSpeech();
  return (
    <Words size="xs" c="dimmed" mt={2}>
      {t('forms.media.absent')}
    </Words>
  );
}

import { Group, Text } from '@mantine/core';
import { useState } from 'react';

import type { Asset } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { Dialog } from '../ui/Dialog';
import { DropZone } from './library/DropZone';
import type { LibrarySearch, NarrowLibrary } from './library/filter';
import { Library } from './library/Library';
import { LibraryTools } from './library/LibraryTools';
import { UploadButton } from './library/UploadButton';
import { kindOf } from './pictures';
import type { PickOptions } from './questions';
import { uploadFiles } from './uploadFiles';

/** Above the side sheets of forms, below the question for a purpose. */
const above = 310;

/** The library in a dialog: a press picks a file; one file that is uploaded here is picked as soon as it is there. */
export function AssetPicker({ options, answer }: { options: PickOptions; answer: (asset: Asset | null) => void }) {
  const { t } = useSpeech();
  const [search, setSearch] = useState<LibrarySearch>(options);
  const narrow: NarrowLibrary = (change) => setSearch((before) => withoutAbsent({ ...before, ...change }));
  const give = async (files: File[]) => {
    const handles = await uploadFiles(files, { purpose: search.purpose });
    const [only, ...others] = handles;
    const asset = others.length === 0 ? await only?.asset : undefined;
    if (asset && (options.type === undefined || options.type === kindOf(asset))) answer(asset);
  };
  return (
    <Dialog opened close={() => answer(null)} title={t('media.pick')} size="xl" zIndex={above}>
      <DropZone give={(files) => void give(files)}>
        <Group justify="space-between" gap="sm" mb="sm">
          <Text size="sm" c="dimmed">
            {t('media.pickHint')}
          </Text>
          <UploadButton purpose={search.purpose} give={(files) => void give(files)} />
        </Group>
        <LibraryTools search={search} narrow={narrow} fixed={{ purpose: options.purpose !== undefined, type: options.type !== undefined }} />
        <Library search={search} narrow={narrow} open={answer} />
      </DropZone>
    </Dialog>
  );
}

function withoutAbsent(search: { [K in keyof LibrarySearch]: LibrarySearch[K] | undefined }): LibrarySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

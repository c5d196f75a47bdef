import { Button, Group, Text } from '@mantine/core';
import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';

import type { Asset } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { Dialog } from '../ui/Dialog';
import classes from './AssetPicker.module.css';
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
export function AssetPicker({ options, answer }: { options: PickOptions; answer: (assets: Asset[] | null) => void }) {
  const { t } = useSpeech();
  const { purpose, type = 'any', most = 1, asksThere = false } = options;
  const several = most > 1;
  const [search, setSearch] = useState<LibrarySearch>({ ...(purpose === undefined ? {} : { purpose }), ...(type === 'any' ? {} : { type }) });
  const [selection, select] = useState<RowSelectionState>({});
  const narrow: NarrowLibrary = (change) => setSearch((before) => withoutAbsent({ ...before, ...change }));
  const give = async (files: File[]) => {
    const handles = await uploadFiles(files, { purpose: search.purpose, asksThere: asksThere && files.length === 1 });
    const [only, ...others] = handles;
    const asset = others.length === 0 ? await only?.asset : undefined;
    if (asset && (type === 'any' || type === kindOf(asset))) answer([asset]);
  };
  return (
    <Dialog opened close={() => answer(null)} title={t(several ? 'media.pickSeveral' : 'media.pick')} size="xl" zIndex={above}>
      <DropZone give={(files) => void give(files)}>
        <Group justify="space-between" gap="sm" mb="sm">
          <Text size="sm" c="dimmed">
            {t(several ? 'media.pickSeveralHint' : 'media.pickHint')}
          </Text>
          <UploadButton purpose={search.purpose} give={(files) => void give(files)} />
        </Group>
        <LibraryTools search={search} narrow={narrow} fixed={{ purpose: purpose !== undefined, type: type !== 'any' }} />
        <Library
          search={search}
          narrow={narrow}
          open={(asset) => answer([asset])}
          {...(several ? { selection, select, below: (assets: Asset[]) => <Selected assets={chosenOf(assets, selection)} most={most} answer={answer} /> } : {})}
        />
      </DropZone>
    </Dialog>
  );
}

/** Those that are selected, in the order in which somebody did that. */
const chosenOf = (assets: readonly Asset[], selection: RowSelectionState) => Object.keys(selection).flatMap((id) => assets.find((asset) => asset.id === id && selection[id]) ?? []);

/** What is done with those that are selected. */
function Selected({ assets, most, answer }: { assets: Asset[]; most: number; answer: (assets: Asset[]) => void }) {
  const { plural } = useSpeech();
  return (
    <Group justify="flex-end" className={classes['foot'] ?? ''}>
      {assets.length > most && (
        <Text size="sm" c="var(--mantine-color-error)">
          {plural('forms.rule.maxItems', most)}
        </Text>
      )}
      <Button disabled={assets.length === 0 || assets.length > most} onClick={() => answer(assets)}>
        {plural('media.useChosen', assets.length)}
      </Button>
    </Group>
  );
}

function withoutAbsent(search: { [K in keyof LibrarySearch]: LibrarySearch[K] | undefined }): LibrarySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { DropZone } from '../../media/library/DropZone';
import type { LibrarySearch, NarrowLibrary } from '../../media/library/filter';
import { Library } from '../../media/library/Library';
import { LibraryTools } from '../../media/library/LibraryTools';
import { UploadButton } from '../../media/library/UploadButton';
import { uploadFiles } from '../../media/uploadFiles';
import { Page } from '../../ui/Page';
import { AssetBulkBar } from './AssetBulkBar';
import { AssetSheet } from './AssetSheet';
import { NotConfigured } from './NotConfigured';

/** The media library: /admin/media. */
export function Media() {
  const { site } = useBootstrap();
  return site.capabilities.media ? <MediaPage /> : <NotConfigured />;
}

function MediaPage() {
  const { t } = useSpeech();
  const search: LibrarySearch = useSearch({ from: '/staff/media' });
  const navigate = useNavigate({ from: '/media' });
  const [selection, select] = useState<RowSelectionState>({});
  const narrow: NarrowLibrary = (change) => void navigate({ search: (before) => ({ ...before, ...change }) as LibrarySearch, replace: 'q' in change });
  const give = (files: File[]) => void uploadFiles(files, { purpose: search.purpose });
  return (
    <DropZone give={give} off={search.asset !== undefined}>
      <Page title={t('nav.media')} hint={t('media.hint')} actions={<UploadButton purpose={search.purpose} give={give} />}>
        <LibraryTools search={search} narrow={narrow} />
        <Library
          search={search}
          narrow={narrow}
          open={({ id }) => narrow({ asset: id })}
          selection={selection}
          select={select}
          below={(assets) => <AssetBulkBar selected={assets.filter(({ id }) => selection[id])} clear={() => select({})} />}
        />
      </Page>
      <AssetSheet id={search.asset} close={() => narrow({ asset: undefined })} />
    </DropZone>
  );
}

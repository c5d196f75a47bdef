import { Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Asset } from '../../api/types.gen';
import { byteSize } from '../../i18n/bytes';
import { useSpeech, type Speech } from '../../i18n/text';
import { ListTable, type ListColumn } from '../../lists/ListTable';
import { Ago } from '../../ui/Ago';
import { primaryOf } from '../pictures';
import { Thumb } from '../Thumb';
import { formName } from '../words';
import { AltBadge } from './AltBadge';
import classes from './AssetTable.module.css';
import type { AssetsProps } from './props';

/** Files as a table. */
export function AssetTable({ assets, open, selection, select, faded }: AssetsProps) {
  const speech = useSpeech();
  const columns = useMemo(() => columnsOf(speech), [speech]);
  return (
    <ListTable
      label={speech.t('nav.media')}
      columns={columns}
      rows={assets}
      rowId={(each) => each.id}
      rowName={(each) => each.filename}
      open={open}
      faded={faded ?? false}
      {...(selection && select ? { selection, select } : {})}
    />
  );
}

function columnsOf({ t, number, language }: Speech): ListColumn<Asset>[] {
  return [
    { id: 'filename', head: t('media.filename'), main: true, cell: (asset) => <NameCell asset={asset} /> },
    { id: 'alt', head: t('media.alt'), wide: true, cell: (asset) => asset.alt || <AltBadge asset={asset} /> },
    { id: 'purpose', head: t('media.purpose'), wide: true, cell: (asset) => asset.purpose },
    { id: 'form', head: t('media.form'), cell: (asset) => formName(primaryOf(asset)?.mimeType ?? '') },
    { id: 'size', head: t('media.size'), wide: true, end: true, cell: (asset) => byteSize(language, primaryOf(asset)?.byteSize ?? 0) },
    { id: 'usedBy', head: t('media.uses'), end: true, cell: (asset) => number(asset.usedBy) },
    { id: 'createdAt', head: t('field.createdAt'), wide: true, end: true, cell: (asset) => <Ago time={asset.createdAt} /> },
  ];
}

function NameCell({ asset }: { asset: Asset }) {
  return (
    <span className={classes['name']}>
      <span className={classes['thumb']}>
        <Thumb asset={asset} width={96} />
      </span>
      <Text span inherit fw={500} truncate>
        {asset.filename}
      </Text>
    </span>
  );
}

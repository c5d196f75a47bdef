import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import type { RowSelectionState } from '@tanstack/react-table';

import { useBootstrap } from '../../api/session';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Thumb } from '../Thumb';
import classes from './AssetGrid.module.css';
import { AltBadge } from './AltBadge';
import { factsOf } from './facts';
import type { AssetsProps } from './props';

/** Files as pictures: a press opens one, its box selects it. */
export function AssetGrid({ assets, open, selection = {}, select, faded }: AssetsProps) {
  const { t } = useSpeech();
  return (
    <ul className={classes['root']} aria-label={t('nav.media')} aria-busy={faded} data-faded={faded || undefined}>
      {assets.map((asset) => (
        <AssetCard
          key={asset.id}
          asset={asset}
          open={() => open(asset)}
          selected={selection[asset.id] ?? false}
          toggle={select && ((selected) => select(selected ? { ...selection, [asset.id]: true } : without(selection, asset.id)))}
        />
      ))}
    </ul>
  );
}

const without = (selection: RowSelectionState, id: string): RowSelectionState => Object.fromEntries(Object.keys(selection).flatMap((each) => (each === id ? [] : [[each, true as const]])));

interface CardProps {
  asset: Asset;
  open: () => void;
  selected: boolean;
  toggle: ((selected: boolean) => void) | undefined;
}

function AssetCard({ asset, open, selected, toggle }: CardProps) {
  const speech = useSpeech();
  const { t } = speech;
  const { site } = useBootstrap();
  return (
    <li className={classes['card']} data-selected={selected || undefined}>
      <UnstyledButton className={classes['open']} onClick={open}>
        <span className={classes['picture']}>
          <Thumb asset={asset} />
          <span className={classes['badge']}>
            <AltBadge asset={asset} />
          </span>
        </span>
        <Text span size="sm" fw={500} truncate title={asset.filename} mt={6} display="block">
          {asset.filename}
        </Text>
        <Text span size="xs" c="dimmed" truncate display="block">
          {factsOf(asset, site.media.purposes.length, speech).join(' · ')}
        </Text>
      </UnstyledButton>
      {toggle && (
        <Checkbox
          size="sm"
          className={classes['box'] ?? ''}
          checked={selected}
          onChange={(event) => toggle(event.currentTarget.checked)}
          aria-label={t('list.selectRow', { title: asset.filename })}
        />
      )}
    </li>
  );
}

import { useQueries } from '@tanstack/react-query';

import { assetQuery } from '../../api/media';
import { useSpeech } from '../../i18n/text';
import { Grip, ItemTools } from '../lists/ItemTools';
import { itemMarks, ListItems, type Place } from '../lists/ListItems';
import classes from '../lists/Lists.module.css';
import { useList, type List } from '../lists/useList';
import { ChosenAsset } from './ChosenAsset';
import { useChosen, useHasLibrary } from './useChosen';

interface ListedProps {
  ids: string[];
  label: string;
  most: number | undefined;
  /** Takes the list with another order, or with one less; undefined where it stays as it is. */
  change: ((ids: string[]) => void) | undefined;
}

/** The files of a list. */
export function ListedAssets({ ids, label, most, change }: ListedProps) {
  const { t } = useSpeech();
  const list = useList({ values: ids, most, fixed: !change, change: (next) => change?.(next as string[]) });
  const names = useFilenames(list);
  return (
    <ListItems list={list} label={`${label}: ${t('forms.media.chosen')}`} nameOf={(id) => names.get(String(id)) ?? String(id)}>
      {(place) => <Listed key={place.slot.key} id={ids[place.at] ?? ''} place={place} />}
    </ListItems>
  );
}

/** The names of files as far as they are known: also of those that were just removed. */
function useFilenames({ slots, values }: List): ReadonlyMap<string, string> {
  const ids = [...new Set([...values, ...slots.map((slot) => slot.gone?.value)].filter((each) => typeof each === 'string'))];
  const library = useHasLibrary();
  const found = useQueries({ queries: ids.map((id) => ({ ...assetQuery(id), enabled: library, retry: false })) });
  return new Map(ids.flatMap((id, i) => (found[i]?.data ? [[id, found[i].data.filename] as const] : [])));
}

function Listed({ id, place }: { id: string; place: Place }) {
  const chosen = useChosen(id);
  const name = chosen.named?.filename ?? id;
  return (
    <li {...itemMarks(place)} className={classes['media']}>
      <Grip place={place} name={name} />
      <ChosenAsset id={id} chosen={chosen} small>
        {place.list.fixed ? undefined : <></>}
      </ChosenAsset>
      <ItemTools place={place} name={name} copies={false} />
    </li>
  );
}

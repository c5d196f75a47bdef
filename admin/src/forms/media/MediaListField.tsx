import { Text } from '@mantine/core';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';
import { listedKind } from '../../media/kinds';
import { pickAssets } from '../../media/questions';
import { resolved } from '../shape';
import { useFrame } from '../frame';
import type { WidgetProps } from '../widgets/props';
import { ByEditors } from './ByEditors';
import { DropFrame } from './DropFrame';
import { FieldUploadList } from './FieldUploadList';
import { fitting } from './fitting';
import { ListedAssets } from './ListedAssets';
import { withArrival } from './order';
import { useHasLibrary } from './useChosen';
import { useFieldUploads, type Arrival } from './useFieldUploads';
import { Ways } from './Ways';

/** As many as the library gives at once. */
const mostPicked = 100;

/** Files of the library, in their order: several are chosen, dropped or uploaded at once. */
export function MediaListField(props: WidgetProps) {
  const { t, plural } = useSpeech();
  const { root } = useFrame();
  const { value, label, change, blur, shape } = props;
  const ids = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  const kind = listedKind({ ...shape, items: resolved(shape.items ?? {}, root) }) ?? 'any';
  const library = useHasLibrary();
  const may = library && !props.readOnly;
  const [said, say] = useState('');
  const [came, setCame] = useState<ReadonlyMap<string, string>>(new Map());
  const { open, give } = useFieldUploads(props.path, (arrivals, order) => {
    const known = new Map([...came, ...arrivals.map(({ upload, asset }) => [upload, asset.id] as const)]);
    setCame(known);
    change(arrivals.reduce((list, each) => placed(list, each, order, known), ids));
  });
  const room = Math.max(0, (shape.maxItems ?? Infinity) - ids.length - open.length);
  const take = async (files: File[]) => {
    const { taken, left } = await fitting(files, kind, room);
    say(left === 'kind' ? t(`forms.media.wrong.${kind}`) : left === 'room' ? t('forms.media.onlyRoom', { most: shape.maxItems ?? 0 }) : '');
    await give(taken);
  };
  const choose = async () => {
    const assets = await pickAssets({ most: Math.min(room, mostPicked), ...(kind === 'any' ? {} : { type: kind }) });
    if (!assets) return;
    say('');
    change([...ids, ...assets.map(({ id }) => id)]);
    blur();
  };
  return (
    <DropFrame field={props} give={may && room > 0 ? (files) => void take(files) : undefined}>
      <ListedAssets ids={ids} label={label} most={shape.maxItems} change={may ? (next) => change(next) : undefined} />
      {ids.length === 0 && !may && <Text size="sm" c="dimmed">{t('forms.media.none')}</Text>}
      <FieldUploadList uploads={open} label={t('forms.media.inText', { field: label })} />
      {may && room > 0 && <Ways label={label} kind={kind} several choose={() => void choose()} give={(files) => void take(files)} />}
      {may && room === 0 && <Text size="xs" c="dimmed">{plural('forms.rule.maxItems', shape.maxItems ?? ids.length)}</Text>}
      {said !== '' && <Text size="xs" c="var(--mantine-color-error)" role="alert">{said}</Text>}
      {!library && !props.readOnly && <ByEditors />}
    </DropFrame>
  );
}

const placed = (list: string[], { upload, asset }: Arrival, order: readonly string[], known: ReadonlyMap<string, string>) =>
  withArrival(list, asset.id, order.map((each) => known.get(each)), order.indexOf(upload));

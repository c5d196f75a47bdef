import { Button, Group, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

import type { Asset, Point } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { shownAt } from '../../media/pictures';
import { Refusal } from '../../ui/Refusal';
import classes from './FocalPoint.module.css';
import { middle, movedBy, pointAt } from './point';
import { useAssetChange } from './useAssetChange';

/** How long a point stays where it is before it is saved, in milliseconds. */
const pause = 500;

/** The picture, with the point that stays in sight when it is cropped: pressed, dragged, or moved by arrows. */
export function FocalPoint({ asset }: { asset: Asset }) {
  const { t } = useSpeech();
  const { mutate, error } = useAssetChange(asset.id);
  const [moved, setMoved] = useState<Point | null>();
  const point = (moved === undefined ? asset.focalPoint : moved) ?? middle;
  const save = useDebouncedCallback((next: Point | null) => mutate({ focalPoint: next }, { onSettled: () => setMoved(undefined) }), { delay: pause, flushOnUnmount: true });
  const move = (next: Point | null) => {
    setMoved(next);
    save(next);
  };
  return (
    <div>
      <Picture asset={asset} point={point} move={move} />
      <Group justify="space-between" gap="xs" mt={6} align="flex-start" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('media.focalHint')}
        </Text>
        <Button size="compact-xs" variant="default" flex="none" disabled={asset.focalPoint === null && !moved} onClick={() => move(null)}>
          {t('media.focalMiddle')}
        </Button>
      </Group>
      <Crops asset={asset} point={point} />
      <Refusal error={error} title={t('trouble.notDone')} />
    </div>
  );
}

function Picture({ asset, point, move }: { asset: Asset; point: Point; move: (next: Point) => void }) {
  const { t } = useSpeech();
  const frame = useRef<HTMLDivElement>(null);
  const shown = shownAt(asset, 960);
  const follow = (event: React.PointerEvent) => {
    if (event.buttons === 0 || !frame.current) return;
    move(pointAt(event, frame.current.getBoundingClientRect()));
  };
  const begin = (event: React.PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    follow(event);
  };
  return (
    <div className={classes['frame']} style={{ aspectRatio: `${shown?.width ?? 4} / ${shown?.height ?? 3}` }}>
      <div ref={frame} className={classes['picture']} onPointerDown={begin} onPointerMove={follow}>
        <img src={shown?.url} alt={asset.alt || asset.filename} width={shown?.width} height={shown?.height} draggable={false} />
        <button
          type="button"
          className={classes['point']}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          aria-label={t('media.focalAt', { x: Math.round(point.x * 100), y: Math.round(point.y * 100) })}
          onKeyDown={(event) => {
            const next = movedBy(event.key, event.shiftKey, point);
            if (!next) return;
            event.preventDefault();
            move(next);
          }}
        />
      </div>
    </div>
  );
}

const crops = ['wide', 'square', 'tall'] as const;

/** How the picture looks where it is cropped. */
function Crops({ asset, point }: { asset: Asset; point: Point }) {
  const { t } = useSpeech();
  const shown = shownAt(asset, 320);
  return (
    <div className={classes['crops']} role="group" aria-label={t('media.crops')}>
      {crops.map((each) => (
        <img key={each} className={classes['crop']} data-form={each} src={shown?.url} alt={t(`media.crop.${each}`)} style={{ objectPosition: `${point.x * 100}% ${point.y * 100}%` }} />
      ))}
    </div>
  );
}

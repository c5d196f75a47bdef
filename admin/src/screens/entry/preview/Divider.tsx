import type { KeyboardEvent, PointerEvent } from 'react';

import { useSpeech } from '../../../i18n/text';
import classes from './Preview.module.css';
import { choosePreview } from './choice';
import { shareOf, shares } from './devices';

const steps: Partial<Record<string, number>> = { ArrowLeft: -shares.step, ArrowRight: shares.step };
const ends: Partial<Record<string, number>> = { Home: shares.least, End: shares.most };

/** Moves the line between a form and its page, by hand or with the arrow keys. */
export function Divider({ share }: { share: number }) {
  const { t } = useSpeech();
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step === undefined ? ends[event.key] : share + step;
    if (next === undefined) return;
    event.preventDefault();
    choosePreview({ share: shareOf(next) });
  };
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const room = currentTarget.parentElement?.getBoundingClientRect();
    if (!room || !currentTarget.hasPointerCapture(pointerId)) return;
    choosePreview({ share: shareOf(((clientX - room.left) / room.width) * 100) });
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('preview.divider')}
      aria-valuenow={share}
      aria-valuemin={shares.least}
      aria-valuemax={shares.most}
      tabIndex={0}
      className={classes['divider']}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

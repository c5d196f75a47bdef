import type { Asset } from '../api/types.gen';
import { Icon } from '../ui/icons';
import { shownAt } from './pictures';
import classes from './Thumb.module.css';

/** The picture of an asset in a frame that is there before it, cropped around its focal point; a sign where it is no picture. */
export function Thumb({ asset, width = 320, whole }: { asset: Pick<Asset, 'variants' | 'renditions' | 'alt' | 'focalPoint'>; width?: number; whole?: boolean }) {
  const shown = shownAt(asset, width);
  const { x, y } = asset.focalPoint ?? { x: 0.5, y: 0.5 };
  return (
    <span className={classes['root']} data-whole={whole || undefined}>
      {shown ? (
        <img
          src={shown.url}
          alt={asset.alt}
          width={shown.width}
          height={shown.height}
          loading="lazy"
          decoding="async"
          draggable={false}
          style={{ objectPosition: `${x * 100}% ${y * 100}%` }}
        />
      ) : (
        <Icon name="media" size={28} />
      )}
    </span>
  );
}

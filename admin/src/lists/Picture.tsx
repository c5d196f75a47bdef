import { useBootstrap } from '../api/session';
import { Thumb } from '../media/Thumb';
import { useShown } from '../media/shown';
import { Icon } from '../ui/icons';
import classes from './Picture.module.css';

/** What an entry is pictured by, in a frame that is there before it; a sign where it has none. `small`: before its title. */
export function Picture({ id, small }: { id: unknown; small?: boolean }) {
  const { media } = useBootstrap().site.capabilities;
  return (
    <span className={classes['root']} data-small={small || undefined}>
      {media && typeof id === 'string' && id !== '' ? <Known id={id} small={small} /> : <None small={small} />}
    </span>
  );
}

function Known({ id, small }: { id: string; small: boolean | undefined }) {
  const shown = useShown(id);
  // Beside its title a picture says nothing more to those who do not see it.
  return shown ? <Thumb asset={{ ...shown, alt: '' }} width={small ? 96 : 480} /> : <None small={small} />;
}

function None({ small }: { small: boolean | undefined }) {
  return (
    <span className={classes['none']}>
      <Icon name="media" size={small ? 16 : 28} />
    </span>
  );
}

import { useBootstrap } from '../api/session';
import { Thumb } from './Thumb';
import { useShown } from './shown';
import classes from './MediaValue.module.css';

/** An asset in a cell or a fact: a small picture, or its id where there is none. */
export function MediaValue({ id }: { id: string }) {
  const { media } = useBootstrap().site.capabilities;
  return media ? <Small id={id} /> : id;
}

function Small({ id }: { id: string }) {
  const shown = useShown(id);
  if (shown === null) return id;
  return <span className={classes['root']}>{shown && <Thumb asset={shown} width={96} />}</span>;
}

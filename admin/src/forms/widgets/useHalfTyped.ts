import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';

import { useFrame } from '../frame';
import { pointerTo, type Path } from '../pointer';

/**
 * Knows of a date of which only a part is typed: the browser gives an empty value for it, and tells of it by no change. The
 * form is not sent, and not said to be saved, until it is complete or empty.
 */
export function useHalfTyped(path: Path) {
  const { unread } = useFrame();
  const [half, setHalf] = useState(false);
  const tell = useEffectEvent((is: boolean) => unread(path, is ? 'moment' : undefined));
  const pointer = pointerTo(path);
  useEffect(() => {
    if (!half) return;
    tell(true);
    return () => tell(false);
  }, [half, pointer]);
  const look = (event: SyntheticEvent<HTMLInputElement>) => setHalf(event.currentTarget.validity.badInput);
  return { onKeyUp: look, onInput: look, onBlurCapture: look };
}

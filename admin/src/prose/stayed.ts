import { useEffect, useState } from 'react';

const acts = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/** Tells whether somebody has waited since `begin`, with nothing pressed and nothing scrolled: only then the focus may go where they did not lead it. */
export class Stay {
  #waits = false;

  begin = (): void => void (this.#waits = true);
  end = (): void => void (this.#waits = false);

  get lasts(): boolean {
    return this.#waits;
  }
}

export function useStay(): Stay {
  const [stay] = useState(() => new Stay());
  useEffect(() => {
    acts.forEach((name) => window.addEventListener(name, stay.end, { capture: true, passive: true }));
    return () => acts.forEach((name) => window.removeEventListener(name, stay.end, { capture: true }));
  }, [stay]);
  return stay;
}

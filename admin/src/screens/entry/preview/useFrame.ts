import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { portOf, saidIn } from './messages';

/** A page as the frame shows it. */
export interface Shown {
  html: string;
  /** Its own path, by which its relative addresses go. */
  location: string;
}

/**
 * Shows a page in a frame, and hears which field of it somebody clicks on. The port is that of the first document in
 * the frame: whatever else came into it would hear nothing.
 */
export function useFrame(page: Shown | undefined, clicked: (field: string) => void): { frame: RefObject<HTMLIFrameElement | null>; behind: boolean } {
  const frame = useRef<HTMLIFrameElement>(null);
  const turn = useRef(0);
  const [port, setPort] = useState<MessagePort>();
  const [shown, setShown] = useState<Shown>();
  const sent = useRef<Shown>(undefined);
  const hear = useEffectEvent((data: unknown) => {
    const said = saidIn(data);
    if (said?.kind === 'field') clicked(said.field);
    if (said?.kind === 'shown' && said.turn === turn.current) setShown(sent.current);
  });
  // Before the frame can have loaded.
  useLayoutEffect(() => {
    const meet = (event: MessageEvent) => {
      const met = portOf(event, frame.current?.contentWindow);
      if (met) setPort((now) => now ?? met);
    };
    window.addEventListener('message', meet);
    return () => window.removeEventListener('message', meet);
  }, []);
  useEffect(() => {
    if (!port) return;
    port.addEventListener('message', ({ data }) => hear(data));
    port.start();
    return () => port.close();
  }, [port]);
  useEffect(() => {
    if (!port || !page) return;
    turn.current += 1;
    sent.current = page;
    port.postMessage({ html: page.html, path: page.location, turn: turn.current });
  }, [port, page]);
  return { frame, behind: page !== shown };
}

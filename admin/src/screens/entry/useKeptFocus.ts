import { useEffect, useEffectEvent, type RefObject } from 'react';

import { focusFirstControl } from '../../forms/focus';

/**
 * Gives the focus to what is nearest when the control that has it goes away, or can no longer be used: what held it, or
 * the heading; when a dialog goes, what had it before that. Otherwise it would fall to the beginning of the page, unseen and
 * unheard, and the next letters of who was writing would be shortcuts.
 */
export function useKeptFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let way: EventTarget[] = [];
    let before: HTMLElement | undefined;
    const remember = (event: FocusEvent) => {
      way = event.composedPath();
      if (event.target instanceof HTMLElement && !way.some(isDialog)) before = event.target;
    };
    let turn: ReturnType<typeof setTimeout> | undefined;
    // Not at once: what goes because the focus leaves it would take the focus from where it is going.
    const look = () => (turn ??= setTimeout(keep));
    const keep = () => {
      turn = undefined;
      const [last] = way;
      if (document.activeElement !== document.body || !(last instanceof HTMLElement) || !isLost(last)) return;
      const held = way.slice(1).find((each): each is HTMLElement => each instanceof HTMLElement && each.isConnected && each.matches('[tabindex]:not(main)'));
      const back = before?.isConnected && way.some(isDialog) ? before : undefined;
      (held ?? back ?? heading.current)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      clearTimeout(turn);
      document.removeEventListener('focusin', remember);
    };
  }, [heading]);
}

const isDialog = (each: EventTarget) => each instanceof Element && each.getAttribute('role') === 'dialog';

const isLost = (element: HTMLElement) => !element.isConnected || element.matches(':disabled');

/** What is begun anew has the focus in its first field, or at its heading while nothing can be typed. */
export function useFirstFocus(fresh: boolean, idPrefix: string, heading: RefObject<HTMLElement | null>): void {
  const give = useEffectEvent(() => {
    const { activeElement } = document;
    if (!fresh || (activeElement !== document.body && activeElement?.closest('main') === null)) return;
    if (!focusFirstControl(idPrefix)) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => give());
    return () => cancelAnimationFrame(frame);
  }, []);
}

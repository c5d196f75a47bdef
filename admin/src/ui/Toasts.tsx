import { Notifications, notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect } from 'react';

import { freePlace, type Box } from './toastPlace';

/**
 * What was done and what was not. It lies over no sheet and no dialog: it goes to a place that is free, and where there is
 * none it waits until the last of them has closed.
 */
export function Toasts() {
  const { notifications: shown, queue } = useNotifications(notificationsStore);
  const some = shown.length + queue.length > 0;
  useEffect(() => (some ? watched(arrange) : undefined), [some]);
  useLayoutEffect(() => arrange());
  return <Notifications position="top-right" className="notifications" />;
}

/** Calls when a layer may have come, changed or gone. */
function watched(call: () => void): () => void {
  const seen = new MutationObserver(call);
  seen.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('resize', call);
  return () => {
    seen.disconnect();
    window.removeEventListener('resize', call);
  };
}

function arrange(): void {
  const layers = openLayers();
  if (layers.length === 0) release();
  const toasts = document.querySelector<HTMLElement>('.notifications[data-position="top-right"]');
  if (!toasts) return;
  put(toasts, undefined);
  toasts.style.top = belowHead();
  if (layers.length === 0 || !toasts.querySelector('.mantine-Notification-root')) return;
  const place = freePlace(toasts.offsetHeight, layers, { width: window.innerWidth, height: window.innerHeight });
  if (place) put(toasts, place);
  else {
    toasts.style.visibility = 'hidden'; // while they fade
    hold();
  }
}

/** What a page can do stands in its head: toasts are below that, as long as it is in sight. */
function belowHead(): string {
  const bottom = document.querySelector('[data-page-head]')?.getBoundingClientRect().bottom ?? 0;
  return bottom > 0 && bottom < window.innerHeight / 2 ? `max(56px, ${Math.ceil(bottom) + 8}px)` : '';
}

/** Puts the toasts at a place; at none, where the style of the page has them. */
function put(toasts: HTMLElement, place: Box | undefined): void {
  const { style } = toasts;
  style.left = place ? `${place.left}px` : '';
  style.right = place ? 'auto' : '';
  style.top = place ? `${place.top}px` : '';
  style.width = place ? `${place.width}px` : '';
  style.visibility = '';
}

/** The time of a toast that waits does not run. */
function hold(): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  if (shown.length > 0) notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [...shown, ...queue] });
}

function release(): void {
  const { notifications: shown, queue, limit } = notificationsStore.getState();
  if (queue.length > 0 && shown.length < limit) notifications.updateState(notificationsStore, (all) => all);
}

/** Where the open sheets and dialogs are, or will be when they have slid in. */
function openLayers(): Box[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]'), (layer) => {
    const box = { left: 0, top: 0, width: layer.offsetWidth, height: layer.offsetHeight };
    for (let each: Element | null = layer; each instanceof HTMLElement; each = each.offsetParent) {
      box.left += each.offsetLeft;
      box.top += each.offsetTop;
    }
    return box;
  });
}

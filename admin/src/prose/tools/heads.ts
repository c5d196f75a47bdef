import { useLayoutEffect, type RefObject } from 'react';

/**
 * Tells a text how far down the window the heads reach that stay above it, as `--heads`: which there are, and how high, depends on
 * the page and on the width of the window. `frame` changes where the text comes into another frame.
 */
export function useHeads(place: RefObject<HTMLElement | null>, frame: unknown): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const tell = () => element.style.setProperty('--heads', `${Math.max(0, ...headsOf(element).map(reachOf))}px`);
    const sizes = new ResizeObserver(tell);
    headsOf(element).forEach((each) => sizes.observe(each));
    window.addEventListener('resize', tell);
    tell();
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', tell);
    };
  }, [place, frame]);
}

/** What stands before an element and stays at the top, as far out as the next frame that scrolls by itself. */
function headsOf(element: HTMLElement): HTMLElement[] {
  const heads: HTMLElement[] = [];
  for (let each: Element | null = element; each && !scrolls(each); each = each.parentElement) {
    for (let before = each.previousElementSibling; before; before = before.previousElementSibling) if (before instanceof HTMLElement && stays(before)) heads.push(before);
  }
  return heads;
}

function scrolls(element: Element): boolean {
  const { position, overflowY } = getComputedStyle(element);
  return position === 'fixed' || overflowY === 'auto' || overflowY === 'scroll';
}

function stays(element: HTMLElement): boolean {
  const { position, top } = getComputedStyle(element);
  return (position === 'sticky' && top !== 'auto') || (position === 'fixed' && element.tagName === 'HEADER');
}

const reachOf = (element: HTMLElement) => (parseFloat(getComputedStyle(element).top) || 0) + element.offsetHeight;

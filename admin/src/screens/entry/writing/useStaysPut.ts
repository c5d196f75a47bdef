import { useEffect, type RefObject } from 'react';

/** Whether the browser itself keeps what is seen where it is: none does at the top of a page. */
const isKept = () => window.scrollY > 0 && CSS.supports('overflow-anchor', 'auto');

/** Keeps the line that somebody writes where it is when what stands above the text grows or goes. */
export function useStaysPut(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = above;
    if (!current) return;
    let height = current.offsetHeight;
    const seen = new ResizeObserver(() => {
      const grown = current.offsetHeight - height;
      height += grown;
      const { activeElement } = document;
      const isBelow = activeElement !== null && Boolean(current.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING);
      if (isBelow && activeElement.matches('[contenteditable="true"], textarea') && !isKept()) window.scrollBy(0, grown);
    });
    seen.observe(current);
    return () => seen.disconnect();
  }, [above]);
}

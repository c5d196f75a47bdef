import { useCallback } from 'react';

/**
 * Marks something that scrolls sideways with the sides where there is more: data-more is "start", "end" or both, and
 * missing where all of it is seen.
 */
export function useOverflow() {
  const ref = useCallback((box: HTMLDivElement | null) => {
    if (!box) return;
    const mark = () => {
      const sides = [box.scrollLeft > 1 && 'start', box.scrollLeft + box.clientWidth < box.scrollWidth - 1 && 'end'].filter(Boolean).join(' ');
      if (sides === '') delete box.dataset['more'];
      else box.dataset['more'] = sides;
      box.toggleAttribute('data-fits', box.scrollWidth <= box.clientWidth);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(box);
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, []);
  return { ref };
}

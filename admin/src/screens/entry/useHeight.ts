import { useCallback, useState } from 'react';

/** How high something is, which may wrap: what stays below it needs to know. */
export function useHeight(): [height: number, ref: (element: HTMLElement) => () => void] {
  const [height, setHeight] = useState(70);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [height, ref];
}

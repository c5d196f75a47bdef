import { useEffect, useSyncExternalStore, type RefObject } from 'react';

const watchers = new Set<() => void>();
/** The large title of the page, and whether it is in sight. */
let large: { title: unknown; seen: boolean } = { title: undefined, seen: false };

function tell(next: Partial<typeof large>): void {
  large = { ...large, ...next };
  watchers.forEach((watch) => watch());
}

/** Whether a page for writing shows the same title large, in sight. */
export function useIsLarge(title: string): boolean {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => large.seen && large.title === title,
  );
}

/** Tells what the large title is, and whether it is in sight below what stays at the top of the page. */
export function useTellTitle(place: RefObject<HTMLElement | null>, title: unknown): void {
  useEffect(() => tell({ title }), [title]);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => tell({ seen: entry?.isIntersecting ?? false }), { rootMargin: '-160px 0px 0px' });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      tell({ seen: false });
    };
  }, [place]);
}

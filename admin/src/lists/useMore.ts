import { useEffect, useEffectEvent, useState } from 'react';

/** What is asked of a list that comes in pages. */
export interface Pages {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>;
}

/** `asked` is how many pages were asked for at once. */
interface More {
  pending: boolean;
  asked: number;
  more: () => void;
  many: (pages: number) => void;
}

/**
 * The next page of a list, on request. A request that meets a refresh of the list waits until that is done, and one that a
 * refresh cuts off is made again: either would be lost otherwise, and with it what somebody asked for.
 */
export function useMore(query: Pages): More {
  const { data, hasNextPage, isFetching } = query;
  const [wanted, want] = useState(0);
  const [asked, setAsked] = useState(1);
  const count = data?.pages.length ?? 0;
  if (wanted > 0 && (count >= wanted || !hasNextPage)) want(0);
  const pending = wanted > count && hasNextPage;
  const ask = useEffectEvent(() => void query.fetchNextPage().then(({ isFetchNextPageError }) => isFetchNextPageError && want(0)));
  useEffect(() => {
    if (pending && !isFetching) ask();
  }, [pending, isFetching]);
  const many = (pages: number) => {
    setAsked(pages);
    want(count + pages);
  };
  return { pending, asked, more: () => many(1), many };
}

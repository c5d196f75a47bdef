import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';

interface Paged {
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** How many rows of a list there are, and the way to more. */
export function MoreRows({ query, count }: { query: Paged; count: number }) {
  const { plural } = useSpeech();
  const { isPending, hasNextPage: more, isFetchingNextPage: loading } = query;
  const words = isPending ? '' : plural(more ? 'developer.loaded' : 'developer.shown', count);
  return <ListFoot count={words} more={more} loading={loading} load={() => void query.fetchNextPage()} />;
}

import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { mediaQuery } from '../../api/media';
import type { Asset } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { EmptyState } from '../../ui/EmptyState';
import { Refusal } from '../../ui/Refusal';
import { Assets } from './Assets';
import { filterOf, isNarrowed, widened, type LibrarySearch, type NarrowLibrary } from './filter';
import type { AssetsProps } from './props';

interface LibraryProps extends Pick<AssetsProps, 'open' | 'selection' | 'select'> {
  search: LibrarySearch;
  narrow: NarrowLibrary;
  /** What belongs below the files, such as what can be done to those that are selected. */
  below?: (assets: Asset[]) => ReactNode;
}

/** The files that the library is narrowed to, page after page. */
export function Library({ search, narrow, below, ...rest }: LibraryProps) {
  const { t } = useSpeech();
  const query = useInfiniteQuery({ ...mediaQuery(filterOf(search)), placeholderData: keepPreviousData });
  if (query.isPending) return <Skeleton h={420} />;
  if (!query.data) return <Refusal error={query.error} title={t('trouble.title')} />;
  const assets = query.data.pages.flatMap((page) => page.items);
  if (assets.length === 0) return <Nothing search={search} narrow={narrow} />;
  return (
    <>
      <Assets assets={assets} list={search.list ?? false} faded={query.isPlaceholderData} {...rest} />
      <ListFoot of="media" count={assets.length} query={query} />
      {below?.(assets)}
    </>
  );
}

function Nothing({ search, narrow }: Pick<LibraryProps, 'search' | 'narrow'>) {
  const { t } = useSpeech();
  if (!isNarrowed(search)) return <EmptyState icon="media" title={t('media.empty')} hint={t('media.emptyHint')} />;
  return (
    <EmptyState icon="search" title={t('list.noMatch')} hint={search.q === undefined ? t('media.noMatchFilter') : t('media.noMatchHint', { term: search.q })}>
      <Button variant="default" onClick={() => narrow(widened)}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  );
}

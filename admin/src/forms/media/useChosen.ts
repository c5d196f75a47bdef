import { useQuery } from '@tanstack/react-query';

import { assetQuery } from '../../api/media';
import { ApiFailure } from '../../api/failure';
import { isAtLeast, useMe } from '../../api/session';
import type { Asset } from '../../api/types.gen';
import { shownQuery, type ShownAsset } from '../../media/shown';

/** An asset that an entry names. Only who has the library knows its name. */
export interface Chosen {
  state: 'waits' | 'known' | 'gone' | 'failed';
  shown?: ShownAsset | undefined;
  named?: Asset | undefined;
}

/** Whether somebody may choose files and upload them. The service decides. */
export const useHasLibrary = () => isAtLeast(useMe().role, 'editor');

/** What is known of an asset: for all by the address that everybody has, for editors with its name as well. */
export function useChosen(id: string): Chosen {
  const library = useHasLibrary();
  const open = useQuery({ ...shownQuery(id), enabled: !library });
  const own = useQuery({ ...assetQuery(id), enabled: library, retry: false });
  if (library) {
    const gone = own.error instanceof ApiFailure && own.error.status === 404;
    return own.data && !gone ? { state: 'known', shown: own.data, named: own.data } : { state: gone ? 'gone' : own.isError ? 'failed' : 'waits' };
  }
  if (open.data) return { state: 'known', shown: open.data };
  return { state: open.data === null ? 'gone' : open.isError ? 'failed' : 'waits' };
}

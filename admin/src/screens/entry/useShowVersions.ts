import { useNavigate } from '@tanstack/react-router';

import type { EntryDetail } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';

/** The way to the versions of an entry, on `v` too; it does nothing for one that is not made yet. */
export function useShowVersions(detail: EntryDetail | undefined): () => void {
  const navigate = useNavigate();
  const show = () => {
    if (detail) void navigate({ to: '/c/$collection/$id/versions', params: { collection: detail.entry.collection, id: detail.entry.id } });
  };
  useShortcut({ keys: 'v', label: 'versions.open', group: 'entry' }, show, detail !== undefined);
  return show;
}

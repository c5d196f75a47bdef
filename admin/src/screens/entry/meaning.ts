import type { EntryDetail } from '../../api/types.gen';

/** What the state of an entry means for whoever looks at it: who sees it, and what saving or publishing would do. */
export function meaningOf({ entry: { status }, permissions }: Pick<EntryDetail, 'entry' | 'permissions'>) {
  if (status === 'draft' && !permissions.publish) return 'entry.means.draftForEditors';
  if (status === 'published' && !permissions.edit) return 'entry.means.publishedForDrafts';
  return `entry.means.${status}` as const;
}

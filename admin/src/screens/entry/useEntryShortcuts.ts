import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { listsOf, type EntryMove } from '../../api/entries';
import { useMe } from '../../api/session';
import type { EntrySummary, Page } from '../../api/types.gen';
import { useShortcut } from '../../app/shortcuts';
import { obstacle } from './obstacle';
import type { EntryEditor } from './editor';

/** The shortcuts of an entry's page. */
export function useEntryShortcuts(editor: EntryEditor, begin: (move: EntryMove) => void, enabled: boolean): void {
  const navigate = useNavigate();
  const neighbour = useNeighbour(editor);
  const publishes = useMayPublish(editor);
  const { name } = editor.collection;
  const go = (id: string | undefined) => id !== undefined && void navigate({ to: '/c/$collection/$id', params: { collection: name, id } });
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => void editor.save(), enabled);
  useShortcut({ keys: 'mod+enter', label: 'shortcuts.publish', group: 'entry' }, () => begin('publish'), enabled && publishes);
  useShortcut({ keys: 'u', label: 'shortcuts.backToList', group: 'entry' }, () => void navigate({ to: '/c/$collection', params: { collection: name } }), enabled);
  useShortcut({ keys: 'j', label: 'shortcuts.nextEntry', group: 'entry' }, () => go(neighbour(1)), enabled && neighbour(1) !== undefined);
  useShortcut({ keys: 'k', label: 'shortcuts.previousEntry', group: 'entry' }, () => go(neighbour(-1)), enabled && neighbour(-1) !== undefined);
}

/** Whether the entry can be published as it is: a new one can, by who may. */
export function useMayPublish(editor: EntryEditor): boolean {
  const me = useMe();
  return obstacle('publish', editor, me.role)?.lasts !== true;
}

/** The entry before or behind this one, in the list that was seen last. */
function useNeighbour({ collection, detail }: EntryEditor): (step: 1 | -1) => string | undefined {
  const queries = useQueryClient();
  const id = detail?.entry.id;
  const lists = queries.getQueryCache().findAll({ queryKey: listsOf(collection.name) });
  const seen = lists
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((each) => (each.state.data as InfiniteData<Page<EntrySummary>> | undefined)?.pages.flatMap((page) => page.items.map((item) => item.id)) ?? [])
    .find((ids) => id !== undefined && ids.includes(id));
  return (step) => (id === undefined ? undefined : seen?.[seen.indexOf(id) + step]);
}

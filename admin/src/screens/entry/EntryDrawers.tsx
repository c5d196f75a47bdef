import { Group, Text } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';

import { useCollection } from '../../api/session';
import { useShortcut } from '../../app/shortcuts';
import type { Collection, Entry } from '../../api/types.gen';
import { OpenEntryContext, type ToOpen } from '../../forms/openEntry';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { SideSheet } from '../../ui/SideSheet';
import { EntryStatus } from '../../ui/EntryStatus';
import { titleOf } from '../../values/title';
import { EntryForm } from './EntryForm';
import { EntryLoader, type LoadedEntry } from './EntryLoader';
import { SaveButtons } from './SaveButtons';
import { SaveState } from './SaveState';
import { ComingLine } from './times/ComingLine';
import { useTimes } from './times/useTimes';
import { useGuard, useUnsaved } from './unsaved';
import { useEntryEditor } from './useEntryEditor';
import { MoveQuestion } from './MoveQuestion';
import { useMoves } from './useMoves';

/** A sheet stays where it is while it closes, so that the focus finds back to what opened it. */
type Sheet = ToOpen & { key: number; open: boolean };

/** Lets what is inside open another entry above the page, and from there the next. */
export function EntryDrawers({ children }: { children: ReactNode }) {
  const [sheets, setSheets] = useState<Sheet[]>([]);
  const { leave } = useGuard();
  const open = useCallback((entry: ToOpen) => {
    setSheets((now) => [...now, { ...entry, key: (now.at(-1)?.key ?? 0) + 1, open: false }]);
    // It takes the focus from what has it when it opens, and only what was there before can open.
    requestAnimationFrame(() => setSheets((now) => now.map((each, i) => (i === now.length - 1 ? { ...each, open: true } : each))));
  }, []);
  const close = (depth: number) => leave(placeOf(depth), () => setSheets((now) => now.map((each, i) => (i < depth ? each : { ...each, open: false }))));
  const closed = (key: number) => setSheets((now) => now.filter((each) => each.key !== key));
  return (
    <OpenEntryContext value={open}>
      {children}
      {sheets.map((each, depth) => (
        <EntryDrawer key={each.key} sheet={each} place={placeOf(depth)} close={() => close(depth)} closed={() => closed(each.key)} />
      ))}
    </OpenEntryContext>
  );
}

const placeOf = (depth: number) => `drawer-${depth}`;

function EntryDrawer({ sheet, place, close, closed }: { sheet: Sheet; place: string; close: () => void; closed: () => void }) {
  const { text } = useSpeech();
  const collection = useCollection(sheet.collection);
  const [id, setId] = useState(sheet.id);
  if (!collection) return null;
  const created = (entry: Entry) => {
    setId(entry.id);
    sheet.created?.(entry);
  };
  return (
    <SideSheet opened={sheet.open} close={close} onExitTransitionEnd={closed} size="min(720px, 100%)" title={text(collection.title, collection.name)}>
      <EntryLoader collection={collection} id={id} start={sheet.start}>
        {(loaded) => <DrawerEditor {...loaded} place={place} created={created} />}
      </EntryLoader>
    </SideSheet>
  );
}

function DrawerEditor({ collection, detail, gone, start, draftId, place, created }: LoadedEntry & { collection: Collection; place: string; created: (entry: Entry) => void }) {
  const { t, language } = useSpeech();
  const editor = useEntryEditor({ collection, detail, gone, start, draftId, idPrefix: place, created });
  useUnsaved({ place, editor });
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => void editor.save());
  const title = titleOf(collection, editor.value, language) || t(detail ? 'value.untitled' : 'entry.newTitle');
  const moves = useMoves(editor, title);
  const times = useTimes(editor, title, moves.begin);
  return (
    <>
      <Group justify="space-between" mb="md" gap="xs">
        <Group gap="sm">
          {detail ? (
            <LinkAnchor to="/c/$collection/$id" params={{ collection: collection.name, id: detail.entry.id }} fw={600}>
              {title}
            </LinkAnchor>
          ) : (
            <Text fw={600}>{title}</Text>
          )}
          {detail && <EntryStatus collection={collection} entry={detail.entry} />}
          {detail && <ComingLine detail={detail} open={times.open} />}
        </Group>
        <Group gap="xs">
          <SaveState editor={editor} />
          <SaveButtons editor={editor} begin={times.begin} size="compact-sm" />
        </Group>
      </Group>
      <EntryForm editor={editor} />
      <MoveQuestion moves={moves} editor={editor} title={title} />
      {times.sheet}
    </>
  );
}

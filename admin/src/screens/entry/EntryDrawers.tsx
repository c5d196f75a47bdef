import { Group } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';

import type { EntryMove } from '../../api/entries';
import { useCollection } from '../../api/session';
import { useShortcut } from '../../app/shortcuts';
import type { Collection } from '../../api/types.gen';
import { OpenEntryContext } from '../../forms/openEntry';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { notifyDone } from '../../ui/notify';
import { SideSheet } from '../../ui/SideSheet';
import { EntryStatus } from '../../ui/EntryStatus';
import { titleOf } from '../../values/title';
import { EntryForm } from './EntryForm';
import { EntryLoader, type LoadedEntry } from './EntryLoader';
import { SaveButtons } from './SaveButtons';
import { SaveState } from './SaveState';
import { useGuard, useUnsaved } from './unsaved';
import { useEntryEditor } from './useEntryEditor';

interface Opened {
  collection: string;
  id: string;
}

/** Lets what is inside open another entry above the page, and from there the next. */
export function EntryDrawers({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened[]>([]);
  const { leave } = useGuard();
  const open = useCallback((entry: Opened) => setOpened((now) => [...now, entry]), []);
  const close = (depth: number) => leave(placeOf(depth), () => setOpened((now) => now.slice(0, depth)));
  return (
    <OpenEntryContext value={open}>
      {children}
      {opened.map((each, depth) => (
        <EntryDrawer key={depth} {...each} place={placeOf(depth)} close={() => close(depth)} />
      ))}
    </OpenEntryContext>
  );
}

const placeOf = (depth: number) => `drawer-${depth}`;

function EntryDrawer({ collection: name, id, place, close }: Opened & { place: string; close: () => void }) {
  const { text } = useSpeech();
  const collection = useCollection(name);
  if (!collection) return null;
  return (
    <SideSheet opened close={close} size="min(720px, 100%)" title={text(collection.title, collection.name)}>
      <EntryLoader collection={collection} id={id}>
        {(loaded) => <DrawerEditor {...loaded} place={place} />}
      </EntryLoader>
    </SideSheet>
  );
}

function DrawerEditor({ collection, detail, gone, start, draftId, place }: LoadedEntry & { collection: Collection; place: string }) {
  const speech = useSpeech();
  const { t } = speech;
  const editor = useEntryEditor({ collection, detail, gone, start, draftId, idPrefix: place });
  useUnsaved({ place, dirty: editor.dirty, save: editor.save, stays: () => true });
  useShortcut({ keys: 'mod+s', label: 'action.save', group: 'entry' }, () => void editor.save());
  const title = titleOf(collection, editor.value, speech.language) || t('value.untitled');
  const begin = async (kind: EntryMove) => {
    if (await editor.move(kind)) notifyDone(speech, t(`entry.done.${kind}`, { title }));
  };
  return (
    <>
      <Group justify="space-between" mb="md" gap="xs">
        <Group gap="sm">
          <LinkAnchor to="/c/$collection/$id" params={{ collection: collection.name, id: draftId }} fw={600}>
            {title}
          </LinkAnchor>
          {detail && <EntryStatus collection={collection} entry={detail.entry} />}
        </Group>
        <Group gap="xs">
          <SaveState editor={editor} />
          <SaveButtons editor={editor} begin={(kind) => void begin(kind)} size="compact-sm" />
        </Group>
      </Group>
      <EntryForm editor={editor} />
    </>
  );
}

import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useRef } from 'react';

import type { EntryMove } from '../../api/entries';
import type { EntryDetail } from '../../api/types.gen';
import { isAtLeast, mayCreate, useBootstrap } from '../../api/session';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { OperationItems } from '../../operations/RowOperations';
import { operationsOf } from '../../operations/subject';
import { CopyItem } from '../../ui/Copy';
import { Icon } from '../../ui/icons';
import { LinkItem } from '../../ui/links';
import { MoveItems } from './MoveItems';
import type { EntryEditor } from './editor';

const AddToRelease = lazy(part(() => import('../releases/AddToRelease').then((module) => ({ default: module.AddToRelease }))));

/** Publishing has a button of its own. */
const moves: readonly EntryMove[] = ['unpublish', 'archive', 'delete'];

interface EntryMenuProps {
  editor: EntryEditor;
  begin: (move: EntryMove) => void;
  showJson: () => void;
  size?: number;
  /** What is open of it, whose versions are looked at: of an article its words in a language. */
  open?: EntryDetail | undefined;
  /** What it is called, where another menu is beside it. */
  label?: string;
}

/** What else can be done with an entry. */
export function EntryMenu({ editor, begin, showJson, size = 36, open, label }: EntryMenuProps) {
  const { t } = useSpeech();
  const { me } = useBootstrap();
  const { collection, detail } = editor;
  const [adding, release] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!detail) return null;
  // What is opened gives the focus back to where it was, and the item will be gone by then.
  const fromButton = (open: () => void) => () => {
    button.current?.focus();
    open();
  };
  const { entry } = detail;
  const seen = (open ?? detail).entry;
  return (
    <Menu position="bottom-end" width={230} shadow="md" withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={size} aria-label={label ?? t('entry.more')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <OwnOperations editor={editor} />
        {mayCreate(me.role, collection) && (
          <LinkItem to="/c/$collection/$id" params={{ collection: collection.name, id: 'new' }} search={{ copy: entry.id }} leftSection={<Icon name="copy" />}>
            {t('entry.duplicate')}
          </LinkItem>
        )}
        <LinkItem to="/c/$collection/$id/versions" params={{ collection: seen.collection, id: seen.id }} leftSection={<Icon name="history" />}>
          {t('versions.open')}
        </LinkItem>
        {collection.lifecycle === 'publishing' && isAtLeast(me.role, 'editor') && (
          <Menu.Item leftSection={<Icon name="release" />} onClick={fromButton(release.open)}>
            {t('menu.asks', { verb: t('releases.add') })}
          </Menu.Item>
        )}
        <CopyItem icon="link" label={t('entry.copyLink')} value={`${location.origin}${location.pathname}`} />
        <CopyItem icon="key" label={t('entry.copyId')} value={entry.id} />
        <Menu.Item leftSection={<Icon name="developer" />} onClick={fromButton(showJson)}>
          {t('entry.viewJson')}
        </Menu.Item>
        <MoveItems seen={editor} moves={moves} begin={(move) => fromButton(() => begin(move))()} />
      </Menu.Dropdown>
      {adding && (
        <Suspense>
          <AddToRelease entries={[{ collection: collection.name, id: entry.id }]} languages={collection.translations.length > 0} close={release.close} />
        </Suspense>
      )}
    </Menu>
  );
}

/** The operations that take this entry, or belong to its collection. */
function OwnOperations({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const { operations } = useBootstrap();
  const { collection, detail } = editor;
  const own = operationsOf(collection.name, operations);
  if (own.length === 0 || !detail) return null;
  return (
    <>
      <Menu.Label>{t('nav.operations')}</Menu.Label>
      <OperationItems operations={own} row={{ collection: collection.name, id: detail.entry.id }} />
      <Menu.Divider />
    </>
  );
}

import { Stack } from '@mantine/core';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';

import type { EntryMove } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { EntryDetail, NamedEntry } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone } from '../../ui/notify';
import { deletionHint, useTellDeleted } from '../bin/deletion';
import type { PartFault } from './article/faults';
import { useBehind } from './behind';
import { useAskLost } from './lost';
import { useAskWordless } from './wordless';
import { usePublishesAgain } from './times/PublishesAgain';
import { useEndPublishes } from './times/useEndPublishes';
import type { EntryEditor } from './editor';

const InReleases = lazy(part(() => import('../releases/InReleases').then((module) => ({ default: module.InReleases }))));

export interface Moves {
  /** Makes a move, or asks first where something is lost by it. */
  begin: (move: EntryMove) => void;
  sure: { move: Exclude<EntryMove, 'publish'>; opened: boolean };
  /** What a publish is asked about: what it names, or is named by, and what would lead nowhere; and pictures without words. */
  lost: { found: readonly PartFault[]; opened: boolean };
  close: () => void;
  go: (move: EntryMove) => void;
}

const notLost: Moves['lost'] = { found: [], opened: false };

/** The moves of an entry, asked about and told of. `title` is what it is called where it stands. */
export function useMoves(editor: EntryEditor, title: string, done?: (move: EntryMove) => void): Moves {
  const speech = useSpeech();
  const { t } = speech;
  const [sure, ask] = useState<Moves['sure']>({ move: 'unpublish', opened: false });
  const [lost, askAbout] = useState(notLost);
  const lostIn = useAskLost();
  const wordlessIn = useAskWordless();
  const behind = useBehind(editor.detail, editor.value);
  const endPublishes = useEndPublishes();
  const tellDeleted = useTellDeleted();
  // It is looked up what a publish names, and meanwhile the entry may be saved: what is moved is the entry as it is then.
  const now = useRef(editor);
  useLayoutEffect(() => {
    now.current = editor;
  });
  const asking = useRef(false);
  const close = () => {
    ask((now) => ({ ...now, opened: false }));
    askAbout((now) => ({ ...now, opened: false }));
  };
  const move = async (kind: EntryMove) => {
    close();
    const { entry: moved } = now.current.detail ?? {};
    if (!(await now.current.move(kind))) return;
    const { entry } = now.current.detail ?? {};
    if (kind === 'publish' && entry) void endPublishes(entry, [entry], false);
    if (kind === 'delete' && moved) tellDeleted(t('entry.done.delete', { title }), [{ collection: moved.collection, id: moved.id }], () => t('bin.returned', { title }));
    else notifyDone(speech, t(`entry.done.${kind}`, { title }));
    done?.(kind);
  };
  const publish = async () => {
    if (asking.current) return;
    asking.current = true;
    const asked = await Promise.all([lostIn, wordlessIn].map((each) => each(editor.collection, editor.value))).finally(() => {
      asking.current = false;
    });
    const found = [...behind, ...asked.flat()];
    if (found.length > 0) askAbout({ found, opened: true });
    else await move('publish');
  };
  const begin = (kind: EntryMove) => {
    // Nothing is lost by publishing, and by taking an archived entry back to the drafts.
    if (kind === 'publish') void publish();
    else if (kind === 'unpublish' && editor.detail?.entry.status === 'archived') void move(kind);
    else ask({ move: kind, opened: true });
  };
  return { begin, sure, lost, close, go: (kind) => void move(kind) };
}

/** Says what a move will do, before it is made. It stays where it is while it is closed, so that the focus finds back. */
export function MoveQuestion({ moves, editor, title }: { moves: Moves; editor: EntryEditor; title: string }) {
  const speech = useSpeech();
  const { t } = speech;
  const { site } = useBootstrap();
  const { move, opened } = moves.sure;
  const { entry } = editor.detail ?? {};
  const again = usePublishesAgain(editor.detail, entry ? [entry] : [], opened && move !== 'delete');
  const go = async () => {
    if (await again.end()) moves.go(move);
  };
  return (
    <>
      <LostQuestion moves={moves} title={title} />
      <Confirm opened={opened} close={moves.close} title={t(`entry.sure.${move}`, { title })} action={t(`entry.${move}`)} go={() => void go()} harmless={move !== 'delete'}>
        {move === 'delete' ? deletionHint(speech, site, 'entry') : t(move === 'archive' && entry?.status !== 'published' ? 'entry.sureHint.archiveDraft' : `entry.sureHint.${move}`)}
        {again.said && <Stack gap="xs" mt="sm">{again.said}</Stack>}
        {move === 'delete' && opened && editor.detail && (
          <Suspense>
            <InReleases entries={deletedWith(editor.detail)} />
          </Suspense>
        )}
      </Confirm>
    </>
  );
}

/** An entry, and its translations, which go with it. */
function deletedWith({ entry, related }: EntryDetail): NamedEntry[] {
  const translations = related.filter(({ relationship }) => relationship.kind === 'translation').flatMap(({ entries }) => entries);
  return [entry, ...translations].map(({ collection, id }) => ({ collection, id }));
}

/** Names the fields that name no entry, or by which others will not find this one, and those with pictures that nothing is said of, before it is published with them. */
function LostQuestion({ moves, title }: { moves: Moves; title: string }) {
  const { t } = useSpeech();
  const { found, opened } = moves.lost;
  return (
    <Confirm opened={opened} close={moves.close} title={t('entry.lost.sure', { title })} action={t('entry.lost.go')} go={() => moves.go('publish')} harmless>
      {found.map(({ pointer, field, message }) => (
        <div key={`${pointer} ${message}`}>
          {field}: {message}
        </div>
      ))}
    </Confirm>
  );
}

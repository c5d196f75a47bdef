import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { EntryMove } from '../../api/entries';
import { useBootstrap } from '../../api/session';
import type { EntryDetail, NamedEntry } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { deletionHint, useTellDeleted } from '../bin/deletion';
import { usePublishesAgain } from './times/PublishesAgain';
import type { EntryEditor } from './editor';
import type { Moves } from './useMoves';

const InReleases = lazy(part(() => import('../releases/InReleases').then((module) => ({ default: module.InReleases }))));

export interface MoveChoiceProps {
  moves: Moves;
  editor: EntryEditor;
  title: string;
}

/** What becomes of an entry by a move, by its status. */
export function useMoveHint(): (move: Exclude<EntryMove, 'publish'>, status: string | undefined) => string {
  const speech = useSpeech();
  const { site } = useBootstrap();
  return (move, status) => (move === 'delete' ? deletionHint(speech, site, 'entry') : speech.t(move === 'archive' && status !== 'published' ? 'entry.sureHint.archiveDraft' : `entry.sureHint.${move}`));
}

/** Says what a move will do, before it is made. It stays where it is while it is closed, so that the focus finds back. */
export function MoveChoice({ moves, editor, title }: MoveChoiceProps) {
  const { t } = useSpeech();
  const hint = useMoveHint();
  const tellDeleted = useTellDeleted();
  const { move, opened } = moves.sure;
  const { entry } = editor.detail ?? {};
  const again = usePublishesAgain(editor.detail, entry ? [entry] : [], opened && move !== 'delete' ? move : undefined);
  const tell = move === 'delete' && entry ? () => tellDeleted(t('entry.done.delete', { title }), [{ collection: entry.collection, id: entry.id }], () => t('bin.returned', { title })) : undefined;
  const go = () => void again.first(() => moves.go(move, tell));
  return (
    <>
      <LostQuestion moves={moves} title={title} />
      <Confirm opened={opened} close={moves.close} title={t(`entry.sure.${move}`, { title })} action={t(`entry.${move}`)} go={go} harmless={move !== 'delete'} pending={again.pending}>
        {hint(move, entry?.status)}
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
    <Confirm opened={opened} close={moves.close} title={t('entry.lost.sure', { title })} action={t('entry.lost.go')} go={() => void moves.go('publish')} harmless>
      {found.map(({ pointer, field, message }) => (
        <div key={`${pointer} ${message}`}>
          {field}: {message}
        </div>
      ))}
    </Confirm>
  );
}

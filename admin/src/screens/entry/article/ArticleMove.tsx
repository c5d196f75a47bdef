import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changeMany, foresightQuery } from '../../../api/bulk';
import type { EntryMove } from '../../../api/entries';
import { findCollection, useBootstrap } from '../../../api/session';
import type { Article, ArticlePart, BulkLeft, EntryDetail } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { Foreseen } from '../../../lists/Foreseen';
import { Confirm } from '../../../ui/Confirm';
import { notifyDone, notifyFailure } from '../../../ui/notify';
import { Refusal } from '../../../ui/Refusal';
import { reasonFailure, reasonOf } from '../../../values/reasons';
import { useTellDeleted } from '../../bin/deletion';
import { useMoveHint } from '../MoveChoice';
import { usePublishesAgain } from '../times/PublishesAgain';
import type { Moves } from '../useMoves';
import { partName } from './words';
import { listed } from '../../../values/names';

type Move = Exclude<EntryMove, 'publish'>;

interface ArticleMoveProps {
  parent: EntryDetail;
  article: Article;
  title: string;
  moves: Moves;
  done: (move: EntryMove) => void;
}

/** The state that a part has to have for a move to leave nothing to do. What stays is said before a move (decision 245). */
const reached: Record<Move, string> = { unpublish: 'draft', archive: 'archived', delete: '' };

/** Asks before an article is moved, in all of its languages or not, and says what readers can fetch after it. */
export function ArticleMove({ parent, article, title, moves, done }: ArticleMoveProps) {
  const speech = useSpeech();
  const { t, plural, language } = speech;
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  const hint = useMoveHint();
  const tellDeleted = useTellDeleted();
  const { move, opened } = moves.sure;
  const { collection, id, version, status } = parent.entry;
  const [whole, takeWhole] = useState(true);
  const target = { ids: [{ id, version }] };
  const { data, error } = useQuery({ ...foresightQuery(collection, target, { action: move, translations: whole }), enabled: opened });
  const named = (parts: readonly ArticlePart[]) => listed(parts.map((each) => partName(each, speech)), language);
  const why = ({ collection: of, diagnostic }: BulkLeft) => reasonOf(findCollection(collections, of), diagnostic, speech, move);
  const served = article.parts.filter((each) => each.served && each.locale);
  const isIdle = status === reached[move];
  const tellGone = (message: string) => tellDeleted(message, [{ collection, id }], () => t('bin.returned', { title }));
  const run = useMutation({
    networkMode: 'always',
    mutationFn: () => changeMany(collection, target, { action: move, translations: true }, () => undefined),
    onSuccess: ({ done: changed, left }) => {
      moves.close();
      const stays = left.filter((each) => statusOf(article, each.id) !== reached[move]);
      const isGone = move === 'delete' && changed.some((each) => each.id === id);
      if (isGone) tellGone(t('article.moved.delete', { title }));
      else if (stays.length === 0) notifyDone(speech, t(`article.moved.${move}`, { title }));
      if (stays.length > 0) notifyFailure(speech, new Error([...new Set(stays.map(why))].join(' ')), t('article.left', { parts: named(stays.flatMap((each) => article.parts.filter((part) => part.id === each.id))) }));
      if (changed.some((each) => each.id === id)) done(move);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['entries'] }),
  });
  const idle = !whole && isIdle;
  const again = usePublishesAgain(parent, whole ? article.parts : [parent.entry], opened && move !== 'delete' ? move : undefined);
  const takeDown = () =>
    whole
      ? run.mutateAsync().then(({ done: changed }) => changed.length > 0, () => false)
      : moves.go(move, move === 'delete' ? () => tellGone(t('entry.done.delete', { title })) : undefined);
  return (
    <Confirm
      opened={opened}
      close={moves.close}
      title={t(`entry.sure.${move}`, { title })}
      action={t(`entry.${move}`)}
      go={() => void again.first(takeDown)}
      harmless={move !== 'delete'}
      idle={idle}
      pending={again.pending || run.isPending}
      error={reasonFailure(run.error, parent.collection, speech, move)}
    >
      <Stack gap="xs">
        <Checkbox label={t('article.whole')} checked={whole} onChange={(event) => takeWhole(event.currentTarget.checked)} />
        {data ? <Foreseen foresight={{ ...data, first: [], translations: { ...data.translations, change: 0 }, entries: isIdle ? { ...data.entries, stay: 0 } : data.entries }} count={0} move={move} collection={parent.collection} translations={whole} /> : error ? <Refusal error={reasonFailure(error, parent.collection, speech, move)} title={t('trouble.notDone')} /> : <Skeleton h={40} />}
        {!whole && served.length > 0 && <Text size="sm">{t('article.wholeStays', { languages: named(served) })}</Text>}
        {(whole || served.length === 0) && <Text size="sm">{hint(move, status)}</Text>}
        {whole && data && data.translations.change > 0 && <Text size="sm">{plural('article.wholeToo', data.translations.change)}</Text>}
        {again.said}
      </Stack>
    </Confirm>
  );
}

const statusOf = ({ parts }: Article, id: string) => parts.find((each) => each.id === id)?.status;

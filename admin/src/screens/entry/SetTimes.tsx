import { Button, Text } from '@mantine/core';

import { useCollection } from '../../api/session';
import type { Article, ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Notice } from '../../ui/Notice';
import { movedPartName } from '../../values/moved';
import { listed } from '../../values/names';
import { problemOf } from '../../values/reasons';
import { timesOf, zone } from '../calendar/times';
import { useTakeBack } from '../calendar/useTakeBack';
import { leftParts } from './article/times';
import { partName } from './article/words';

/** The times that are set, or that failed, and the way to take each back whole, for who may. */
export function SetTimes({ moves, article, fixed = false }: { moves: readonly ScheduledMove[]; article?: Article | undefined; fixed?: boolean }) {
  const { t } = useSpeech();
  const cancel = useTakeBack();
  return moves.map((each) => (
    <div key={each.id}>
      <SetTime move={each} moves={moves} article={article} />
      {!fixed && (
        <Button size="compact-xs" variant="subtle" loading={cancel.isPending && cancel.variables.id === each.id} onClick={() => cancel.mutate(each)}>
          {t(each.problem ? 'calendar.dismiss' : 'calendar.cancel')}
        </Button>
      )}
    </div>
  ));
}

/** A time, of which parts of an article it is, and what it leaves as it is. */
export function SetTime({ move, moves, article }: { move: ScheduledMove; moves: readonly ScheduledMove[]; article: Article | undefined }) {
  const speech = useSpeech();
  const { t, language } = speech;
  const collection = useCollection(article?.parts[0]?.collection ?? move.collection);
  if (move.problem) {
    return <Notice tone="danger" icon="alert" title={t(`calendar.refused.${move.direction}`)}>{problemOf(move, collection, speech)}</Notice>;
  }
  const isIn = ({ collection: of, id }: ScheduledMove['parts'][number]) => article?.parts.some((each) => each.id === id && each.collection === of);
  const names = move.parts.map((each) => (isIn(each) ? partName(each, speech) : movedPartName(each, move, speech)));
  const left = article ? leftParts(article, moves, move) : [];
  return (
    <>
      <Text size="sm">{t(`calendar.will.${move.direction}`, { times: timesOf(speech, move, zone) })}</Text>
      {(article || move.parts.length > 1) && <Text size="xs">{t(move.parts.length > 1 ? 'calendar.together' : 'calendar.alone', { parts: listed(names, language) })}</Text>}
      {left.length > 0 && <Text size="xs">{t(move.direction === 'publish' ? 'calendar.notThen' : 'calendar.servedThen', { parts: listed(left.map((part) => partName(part, speech)), language) })}</Text>}
    </>
  );
}

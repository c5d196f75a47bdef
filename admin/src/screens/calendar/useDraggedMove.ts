import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { resetMove, staleMoves } from '../../api/moves';
import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { dayOf, onDay } from '../../months/month';
import { notifyDone } from '../../ui/notify';
import { notifyUndoable } from '../../ui/undo';
import { useNamedTitles } from '../../values/useTitles';
import { timesOf, zone } from './times';

/** A move that somebody asks another time for: the one that they wanted, and why it is none. */
export interface Asking {
  move: ScheduledMove;
  wanted?: number;
  refused?: Error;
}

interface Wish {
  move: ScheduledMove;
  at: number;
  timeZone: string;
  /** It takes back what a drag did. */
  undoes?: boolean;
}

/** Gives a move the same time of the day that it is dropped on. Where the service refuses that, it is asked for a time (decision 323). */
export function useDraggedMove() {
  const speech = useSpeech();
  const queries = useQueryClient();
  const titled = useNamedTitles();
  const [dragged, drag] = useState<ScheduledMove>();
  const [asking, ask] = useState<Asking>();
  const { mutate } = useMutation({
    mutationFn: ({ move, at, timeZone }: Wish) => resetMove(move, { at, timeZone }),
    onSuccess: (answer, { move, at, timeZone, undoes = false }) => {
      const title = titled(move);
      if (undoes) return notifyDone(speech, speech.t('calendar.moved', { title }));
      const now = 'direction' in answer ? answer : move;
      notifyUndoable(speech, speech.t('calendar.movedTo', { title, times: timesOf(speech, { at, timeZone }, zone) }), () => mutate({ move: now, at: move.at, timeZone: move.timeZone, undoes: true }));
    },
    onError: (refused, { move, at }) => ask({ move, wanted: at, refused }),
    onSettled: () => staleMoves(queries),
  });
  const drop = (day: number) => {
    drag(undefined);
    if (dragged && dayOf(dragged.at) !== day) mutate({ move: dragged, at: onDay(dragged.at, day), timeZone: zone });
  };
  return { asking, ask, drag, drop: dragged && drop };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { cancelMove, staleMoves } from '../../api/moves';
import { useSpeech } from '../../i18n/text';
import { notifyFailure } from '../../ui/notify';
import { notTakenBack } from '../../values/reasons';

/** Takes moves back, and says why one is not taken back. */
export function useTakeBack() {
  const speech = useSpeech();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: cancelMove,
    onError: (error) => notifyFailure(speech, notTakenBack(error, speech), speech.t('calendar.notCancelled')),
    onSettled: () => staleMoves(queries),
  });
}

import type { Requires } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { AtomLink } from './AtomLink';
import { requiresWords, type Audience } from './requires';

/** Who may call, in words, and which guard decides after that. */
export function Who({ requires, audience }: { requires: Requires; audience: Audience }) {
  const speech = useSpeech();
  return (
    <span>
      {requiresWords(requires, audience, speech)}
      {requires.guard && (
        <>
          {' '}
          {speech.t('developer.who.guard')} <AtomLink id={`Procedure/${requires.guard}`} bare />
        </>
      )}
    </span>
  );
}

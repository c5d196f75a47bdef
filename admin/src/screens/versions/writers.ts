import type { Draft } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import { listed } from '../../values/names';
import { nameOf } from '../entry/EntryFacts';

/** Who wrote a pending draft, as far as that is kept: who began it, and who saved it last. */
export function writersOf(speech: Speech, { begunBy, savedBy }: Pick<Draft, 'begunBy' | 'savedBy'>, me: string): string {
  const writers = begunBy && begunBy.id !== savedBy?.id ? [begunBy, savedBy] : [savedBy];
  return listed(writers.map((each) => nameOf(speech, each, me)), speech.language);
}

import type { Collection, Reason } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import type { Data } from '../../values/data';
import { atField, reasonOf } from '../../values/reasons';
import { faultsOf } from '../entry/article/faults';

/** Why an entry of a release cannot go out: what the form says of its data, else what the code means. */
export function reasonsOf(collection: Collection | undefined, data: Data | undefined, refused: Reason, speech: Speech): string[] {
  const own = collection && data && refused.code === 'INPUT_VALIDATION_FAILED' ? faultsOf(collection, data, refused, speech) : [];
  return own.length > 0 ? own.map(({ field, message }) => atField(field, message, speech)) : [reasonOf(collection, refused, speech, 'release')];
}

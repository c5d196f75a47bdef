import type { Collection } from '../../api/types.gen';
import { wordsOf } from '../../forms/names';
import { useSpeech } from '../../i18n/text';
import { propertySchema } from '../../lists/Value';

/** What a property is called, as the form calls it. */
export function useFieldName(collection: Collection): (field: string) => string {
  const { text } = useSpeech();
  return (field) => text(propertySchema(collection, field)?.title, wordsOf(field));
}

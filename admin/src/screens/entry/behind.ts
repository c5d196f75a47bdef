import { findCollection, useBootstrap } from '../../api/session';
import type { Collection, EntryDetail } from '../../api/types.gen';
import { pointerTo } from '../../forms/pointer';
import { useSpeech, type Speech } from '../../i18n/text';
import { sameValue, type Data } from '../../values/data';
import { fieldTitle } from '../../values/schema';
import type { PartFault } from './article/faults';

/**
 * What refers to an entry by a value that it would not have any more, as the service counts it: that keeps the value, since a
 * reference is no foreign key. It is said at the field of the value, and is no mistake of the form.
 */
export function behindOf(detail: EntryDetail | undefined, data: Data | undefined, collections: Collection[], speech: Speech): PartFault[] {
  if (!detail || !data) return [];
  const { collection, related } = detail;
  return related.flatMap(({ collection: name, relationship, entries, nextCursor }) => {
    const { kind, parentField, childField, parentValue } = relationship;
    const names = [parentField, ...collection.keys];
    if (kind !== 'reference' || parentField === 'id' || entries.length === 0 || names.some((each) => sameValue(data[each], parentValue))) return [];
    const from = findCollection(collections, name);
    const values = { collection: speech.text(from?.title, name), field: from ? fieldTitle(speech, from, childField) : childField, value: String(parentValue) };
    const message = nextCursor === null ? speech.plural('entry.behind', entries.length, values) : speech.t('entry.behindMany', { ...values, count: entries.length });
    return [{ pointer: pointerTo([parentField]), field: fieldTitle(speech, collection, parentField), message }];
  });
}

export function useBehind(detail: EntryDetail | undefined, data: Data | undefined): PartFault[] {
  const { collections } = useBootstrap();
  return behindOf(detail, data, collections, useSpeech());
}

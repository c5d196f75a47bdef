import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { askNow } from '../../api/askNow';
import { referredQuery } from '../../api/references';
import { useBootstrap } from '../../api/session';
import type { Collection } from '../../api/types.gen';
import { pointerTo } from '../../forms/pointer';
import { referencesIn, type Named } from '../../forms/references';
import { useSpeech, type Speech } from '../../i18n/text';
import type { Data } from '../../values/data';
import { nameOf, type PartFault } from './article/faults';

/** References that lead nowhere, as they are said before an entry is published. The service takes them: they are no mistake of the form. */
export function useLost(collection: Collection | undefined, data: Data | undefined): PartFault[] {
  const speech = useSpeech();
  const { collections } = useBootstrap();
  const named = collection && data ? referencesIn(collection, data, collections) : [];
  const known = useQueries({ queries: named.map(({ target, value }) => referredQuery(target, value)) });
  return named.flatMap((each, i) => (collection && isLost(known[i]?.data) ? [faultOf(each, collection, speech)] : []));
}

/** The same when it is asked for. Where nobody can tell, nothing is said to be lost. */
export function useAskLost(): (collection: Collection, data: Data) => Promise<PartFault[]> {
  const speech = useSpeech();
  const queries = useQueryClient();
  const { collections } = useBootstrap();
  return async (collection, data) => {
    const named = referencesIn(collection, data, collections);
    const lost = await Promise.all(named.map((each) => isLostNow(queries, each)));
    return named.filter((_, i) => lost[i]).map((each) => faultOf(each, collection, speech));
  };
}

const isLostNow = async (queries: QueryClient, { target, value }: Named) => isLost(await askNow(queries, referredQuery(target, value)));

const isLost = (referred: { known: boolean; entry?: unknown } | undefined) => referred?.known === true && referred.entry === null;

function faultOf({ path, value }: Named, { schema }: Collection, speech: Speech): PartFault {
  return { pointer: pointerTo(path), field: nameOf(path, schema, speech), message: speech.t('forms.reference.gone', { value: String(value) }) };
}

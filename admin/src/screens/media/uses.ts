import { ApiFailure } from '../../api/failure';
import type { AssetUse } from '../../api/types.gen';
import { isObject } from '../../values/data';

/** The entries for whose sake the deletion of an asset was refused, the first of them; undefined for any other failure. */
export function usesIn(error: unknown): AssetUse[] | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 409 || !isObject(error.diagnostic?.value)) return undefined;
  const { uses } = error.diagnostic.value;
  return Array.isArray(uses) ? uses.filter(isUse) : undefined;
}

function isUse(value: unknown): value is AssetUse {
  return isObject(value) && ['collection', 'entryId', 'title'].every((name) => typeof value[name] === 'string');
}

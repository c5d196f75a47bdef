import { ApiFailure } from '../../api/failure';
import type { AssetInUse } from '../../api/types.gen';
import { isObject } from '../../values/data';

/** The entries for whose sake the deletion of an asset was refused: how many, and the first of them. undefined for any other failure. */
export function usesIn(error: unknown): AssetInUse | undefined {
  const value = error instanceof ApiFailure && error.status === 409 ? error.diagnostic?.value : undefined;
  return isObject(value) && typeof value['count'] === 'number' && Array.isArray(value['uses']) ? (value as unknown as AssetInUse) : undefined;
}

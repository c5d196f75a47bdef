import { useMutation, useQueryClient } from '@tanstack/react-query';

import { assetQuery, changeAsset, staleMedia } from '../../api/media';
import type { AssetPatch } from '../../api/types.gen';

/** Changes an asset, and shows it as the service has it then. */
export function useAssetChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: AssetPatch) => changeAsset(id, change),
    onSuccess: (asset) => {
      queries.setQueryData(assetQuery(id).queryKey, asset);
      return queries.invalidateQueries({ queryKey: [...staleMedia, 'list'] });
    },
  });
}

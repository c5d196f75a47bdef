import type { RowSelectionState } from '@tanstack/react-table';

import type { Asset } from '../../api/types.gen';

export interface AssetsProps {
  assets: Asset[];
  /** What a press on an asset does. */
  open: (asset: Asset) => void;
  selection?: RowSelectionState;
  select?: (next: RowSelectionState) => void;
  /** The assets are those of before, while others are on their way. */
  faded?: boolean;
}

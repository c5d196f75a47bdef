import { AssetGrid } from './AssetGrid';
import { AssetTable } from './AssetTable';
import type { AssetsProps } from './props';

/** The files of the library, as pictures or as a table. */
export function Assets({ list, ...rest }: AssetsProps & { list: boolean }) {
  return list ? <AssetTable {...rest} /> : <AssetGrid {...rest} />;
}

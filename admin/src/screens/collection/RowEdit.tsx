import type { Collection, EntrySummary } from '../../api/types.gen';
import { SetField } from './SetField';
import { useBulk } from './useBulk';

const nothing = () => undefined;

interface RowEditProps {
  collection: Collection;
  /** The one that gets another value; none while nobody asks. */
  row: EntrySummary | undefined;
  close: () => void;
}

/** Gives one entry another value, as many get one. It stays when it is closed, and says what became of the change. */
export function RowEdit({ collection, row, close }: RowEditProps) {
  const { run } = useBulk(collection, nothing);
  if (!row) return null;
  const target = { ids: [{ id: row.id, version: row.version }] };
  const one = { count: 1, more: false };
  return (
    <SetField
      opened
      collection={collection}
      target={target}
      count={one}
      close={close}
      go={(wish) => {
        close();
        run(target, wish, one);
      }}
    />
  );
}

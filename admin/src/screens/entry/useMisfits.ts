import { useRef, useState } from 'react';

import { applied, sameValue, type Data } from '../../values/data';
import type { Edits } from './edits';

/**
 * Values that the service refused when they were saved by themselves. They are not sent again until somebody changes them, so
 * that everything else is saved meanwhile (decision 358).
 */
export function useMisfits() {
  const [shown, show] = useState<Data>({});
  const known = useRef<Data>({});
  const among = (refused: Data, value: Data) => Object.keys(refused).filter((field) => sameValue(refused[field], value[field]));
  return {
    /** The fields that still have such a value. */
    of: (value: Data): string[] => among(shown, value),
    add: (field: string, value: unknown) => {
      known.current = { ...known.current, [field]: value };
      show(known.current);
    },
    /** What can be saved of changes: such fields are as they were. */
    fitting: ({ base, value }: Edits): Data => {
      const fields = among(known.current, value);
      return fields.length === 0 ? value : applied(Object.fromEntries(fields.map((field) => [field, base?.data[field] ?? null])), value);
    },
  };
}

import { useState } from 'react';

import { useMe } from '../../api/session';
import { keepTyped, typedBy } from '../../drafts/typed';
import type { Changes } from './changes';

/** What was typed into the settings. It outlives a session that ends meanwhile, for the same person in the same tab. */
export function useTyped(): [Changes, (next: Changes) => void] {
  const { userId } = useMe();
  const [typed, setTyped] = useState<Changes>(() => typedBy(userId, 'settings'));
  const change = (next: Changes) => {
    keepTyped(userId, 'settings', next);
    setTyped(next);
  };
  return [typed, change];
}

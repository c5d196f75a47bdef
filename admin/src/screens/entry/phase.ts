/**
 * saved: as the service has it; pending: so, and readers do not see it; autosaved: so beside a draft, which it is not yet.
 * offline and refused: the last try to save failed; device: what is typed does not fit yet, and is kept in the browser;
 * clash: somebody else changed the same place, and what is typed is kept in the browser.
 */
export type Phase = 'saved' | 'autosaved' | 'pending' | 'device' | 'clash' | 'unsaved' | 'saving' | 'offline' | 'refused';

interface PhaseFacts {
  saving: boolean;
  unsaved: boolean;
  offline: boolean;
  refused: boolean;
  unfit: boolean;
  clash: boolean;
  /** undefined without a pending draft. */
  kept: Phase | undefined;
}

export function phaseOf({ saving, unsaved, offline, refused, unfit, clash, kept }: PhaseFacts): Phase {
  if (saving) return 'saving';
  if (!unsaved) return kept ?? 'saved';
  if (offline) return 'offline';
  if (clash) return 'clash';
  if (unfit) return 'device';
  return refused ? 'refused' : 'unsaved';
}

import { isAtLeast } from '../../api/session';
import type { Capabilities, Collection } from '../../api/types.gen';
import type { Role } from '../../api/words';

export type StepId = 'write' | 'invite' | 'see' | 'connect';

export interface Step {
  id: StepId;
  done: boolean;
}

/** What is so on a site, as far as the first steps ask for it. */
export interface Begun {
  role: Role;
  capabilities: Capabilities;
  /** The collection that somebody would begin with; none where the role begins nothing. */
  main: Collection | undefined;
  /** How many entries that has. */
  entries: number;
  /** How many people are staff, or are invited. */
  staff: number;
  /** Whether somebody has gone to the pages of the site from here. */
  seen: boolean;
  /** Whether an agent acts for the reader. */
  connected: boolean;
}

/** The first steps that a role may take on a site, each with whether it is done; none once all are. */
export function stepsOf({ role, capabilities, main, entries, staff, seen, connected }: Begun): Step[] {
  const steps: (Step | false)[] = [
    main !== undefined && { id: 'write', done: entries > 0 },
    isAtLeast(role, 'owner') && capabilities.invitations && { id: 'invite', done: staff > 1 },
    capabilities.publicPages && { id: 'see', done: seen },
    { id: 'connect', done: connected },
  ];
  const all = steps.filter((each) => each !== false);
  return all.every(({ done }) => done) ? [] : all;
}

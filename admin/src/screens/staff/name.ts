import type { StaffUser } from '../../api/types.gen';

/** What somebody is called in a sentence. */
export function nameOf({ name, email, login }: StaffUser): string {
  return name || email || login;
}

import type { AuditLine, StaffUser } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';

/** Who made a change: somebody of the staff by name, else an id; nobody when the program did it itself. */
export function actorName({ actor }: Pick<AuditLine, 'actor'>, staff: StaffUser[] | undefined, { t }: Speech): string {
  if (actor === null) return t('developer.nobody');
  const user = staff?.find(({ id }) => id === actor);
  return user ? user.name || user.email : actor;
}

const surfaces = ['rest', 'sign-in', 'admin', 'mcp', 'hook', 'seed', 'go'] as const;

/** The door that a change came through. */
export function surfaceWords(surface: string, { t }: Speech): string {
  const known = surfaces.find((each) => each === surface);
  return known ? t(`through.${known}`) : surface;
}

import { isAtLeast, useBootstrap } from '../api/session';
import type { Role } from '../api/words';
import type { PlainKey } from '../i18n/message';
import { useSpeech } from '../i18n/text';
import type { IconName } from '../ui/icons';

/** A page that is not of one collection or report. */
export interface Place {
  to: '/media' | '/members' | '/staff' | '/settings' | '/dev' | '/dev/model' | '/dev/logic' | '/dev/docs' | '/ops' | '/bin' | '/calendar' | '/releases';
  label: PlainKey;
  icon: IconName;
  minimum: Role;
  /** Reached from another page: the palette has it, the sidebar does not. */
  inner?: boolean;
}

const all: Place[] = [
  { to: '/ops', label: 'nav.operations', icon: 'operation', minimum: 'contributor' },
  { to: '/media', label: 'nav.media', icon: 'media', minimum: 'editor' },
  { to: '/calendar', label: 'nav.calendar', icon: 'calendar', minimum: 'contributor' },
  { to: '/releases', label: 'nav.releases', icon: 'release', minimum: 'contributor' },
  { to: '/bin', label: 'nav.bin', icon: 'trash', minimum: 'editor' },
  { to: '/members', label: 'nav.members', icon: 'members', minimum: 'editor' },
  { to: '/staff', label: 'nav.staff', icon: 'staff', minimum: 'owner' },
  { to: '/settings', label: 'nav.settings', icon: 'settings', minimum: 'owner' },
  { to: '/dev', label: 'nav.developer', icon: 'developer', minimum: 'owner' },
  { to: '/dev/model', label: 'nav.model', icon: 'developer', minimum: 'owner', inner: true },
  { to: '/dev/logic', label: 'nav.logic', icon: 'developer', minimum: 'owner', inner: true },
  { to: '/dev/docs', label: 'nav.interfaces', icon: 'developer', minimum: 'owner', inner: true },
];

/** A place with its name in the reader's language. */
export type NamedPlace = Place & { name: string };

/** The pages that the reader's role opens, in the order of the sidebar. */
export function usePlaces(): NamedPlace[] {
  const { t, text } = useSpeech();
  const { me, operations, collections, views } = useBootstrap();
  const open = all.filter((each) => isAtLeast(me.role, each.minimum) && (each.to !== '/ops' || operations.length > 0));
  const taken = [...collections, ...views].map((each) => text(each.title, each.name));
  return open.map((each) => ({ ...each, name: toldApart(t(each.label), taken, (place) => t('nav.ofSite', { place })) }));
}

/** The name of a place, longer where a collection or a report of the site has the same one. */
export function toldApart(name: string, taken: string[], longer: (name: string) => string): string {
  const same = (other: string) => other.localeCompare(name, undefined, { sensitivity: 'base' }) === 0;
  return taken.some(same) ? longer(name) : name;
}

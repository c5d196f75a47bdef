import type { Predicate, Requires, Tool } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';

/** Where something is called: what asks for nothing is open to all who come that far. */
export type Audience = 'anybody' | 'signed-in' | 'staff';

/** Who may call, in words; the guard is named by whoever shows it. */
export function requiresWords({ all }: Requires, audience: Audience, speech: Speech): string {
  if (all.length === 0) return speech.t(`developer.who.${audience}`);
  return listed(all.map((each) => predicateWords(each, speech)), 'conjunction', speech);
}

function predicateWords({ kind, scope = '', roles = [] }: Predicate, speech: Speech): string {
  switch (kind) {
    case 'ctx.user':
      return speech.t('developer.who.user');
    case 'ctx.auth':
      return speech.t('developer.who.auth');
    case 'ctx.auth.scope':
      return speech.t('developer.who.scope', { scope });
    case 'ctx.staff':
      return speech.t('developer.who.roles', { roles: rolesWords(roles, speech) });
  }
}

function rolesWords(roles: NonNullable<Predicate['roles']>, speech: Speech): string {
  return listed(roles.map((role) => speech.t(`role.${role}`)), 'disjunction', speech);
}

/** Who may call a tool that asks for a role of its own. */
export function roleWords(role: NonNullable<Tool['role']>, speech: Speech): string {
  if (role === 'contributor') return speech.t('developer.who.staff');
  return speech.t('developer.who.roles', { roles: rolesWords(['editor', 'owner'], speech) });
}

function listed(parts: string[], type: 'conjunction' | 'disjunction', { language }: Speech): string {
  return new Intl.ListFormat(language, { type }).format(parts);
}

/** The scopes of each surface, the full one before the one that only reads, with the keys of the messages that say so. */
const surfaces = [
  [
    ['mcp', 'apps.access.write'],
    ['mcp:read', 'apps.access.read'],
  ],
  [
    ['api', 'apps.api.write'],
    ['api:read', 'apps.api.read'],
  ],
] as const;

/** What scopes let an app do on each surface, as the keys of messages, and the scopes that are about something else. */
export function accessOf(scopes: readonly string[]) {
  const access = surfaces.flatMap((each) => each.filter(([scope]) => scopes.includes(scope)).slice(0, 1)).map(([, message]) => message);
  const known = surfaces.flat().map(([scope]) => scope) as readonly string[];
  return { access, others: scopes.filter((each) => !known.includes(each)) };
}

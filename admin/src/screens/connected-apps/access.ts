const tools = 'mcp';
const toolsReadOnly = 'mcp:read';

/** What scopes let an app do with the tools, as the key of a message, and the scopes that are about something else. */
export function accessOf(scopes: readonly string[]) {
  const access = scopes.includes(tools) ? 'apps.access.write' : scopes.includes(toolsReadOnly) ? 'apps.access.read' : undefined;
  return { access, others: scopes.filter((each) => each !== tools && each !== toolsReadOnly) } as const;
}

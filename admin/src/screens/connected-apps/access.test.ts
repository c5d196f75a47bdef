import { expect, test } from 'vitest';

import { accessOf } from './access';

test.each([
  [['mcp', 'offline_access'], ['apps.access.write'], ['offline_access']],
  [['offline_access', 'mcp:read'], ['apps.access.read'], ['offline_access']],
  [['mcp:read', 'mcp'], ['apps.access.write'], []],
  [['api:read', 'notes'], ['apps.api.read'], ['notes']],
  [['mcp:read', 'api', 'api:read'], ['apps.access.read', 'apps.api.write'], []],
  [['email'], [], ['email']],
])('%j is %s', (scopes, access, others) => {
  expect(accessOf(scopes)).toEqual({ access, others });
});

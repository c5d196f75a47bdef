import { expect, it } from 'vitest';

import { en } from '../../i18n/en';
import { saidOf } from './said';

const client = { id: 'cursor', name: 'Cursor', where: '~/.cursor/mcp.json', text: '{}' };

it('a name of a file stays, and a client that is new here speaks for itself', () => {
  expect(saidOf(client, (key) => en[key])).toEqual({ name: 'Cursor', where: '~/.cursor/mcp.json', note: undefined });
  expect(saidOf({ ...client, id: 'new', note: 'Ask.' }, (key) => en[key]).note).toBe('Ask.');
});

it('words are those of the application, and a remark only where the service has one', () => {
  const said = saidOf({ ...client, id: 'mcp-remote', note: 'x' }, () => '用戶端');
  expect(said).toEqual({ name: '用戶端', where: '用戶端', note: '用戶端' });
  expect(saidOf({ ...client, id: 'claude-desktop' }, () => 'x').note).toBeUndefined();
});

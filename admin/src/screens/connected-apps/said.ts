import type { AgentClient } from '../../api/types.gen';
import type { PlainKey } from '../../i18n/message';

/** What the service says in English, and the application has in every language; names of files and menus stay. */
const wheres = new Map<string, PlainKey>([
  ['claude-code', 'connect.inTerminal'],
  ['mcp-remote', 'connect.inSettings'],
]);

const notes = new Map<string, PlainKey>([
  ['claude-code', 'connect.note.claude-code'],
  ['claude-desktop', 'connect.note.claude-desktop'],
  ['chatgpt', 'connect.note.chatgpt'],
  ['mcp-remote', 'connect.note.mcp-remote'],
]);

/** What a client is called, where its text goes, and what to know about it. */
export function saidOf({ id, name, where, note }: AgentClient, t: (key: PlainKey) => string): { name: string; where: string; note: string | undefined } {
  const place = wheres.get(id);
  const remark = notes.get(id);
  return { name: id === 'mcp-remote' ? t('connect.otherClient') : name, where: place ? t(place) : where, note: note && (remark ? t(remark) : note) };
}

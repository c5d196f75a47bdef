import type { Requires } from '../../api/types.gen';
import { requestOf, type Values } from './request';

export type Credential = 'none' | 'key' | 'cookie';

/** What a caller has to show: a key passes ctx.auth and its scopes, a person needs the session's cookie. */
export function credentialFor({ all }: Requires, behindSignIn: boolean): Credential {
  if (behindSignIn || all.some(({ kind }) => kind === 'ctx.user' || kind === 'ctx.staff')) return 'cookie';
  return all.length > 0 ? 'key' : 'none';
}

const headers: Record<Credential, string[]> = {
  none: [],
  key: [`-H "Authorization: Bearer $QUARTET_KEY"`],
  cookie: [`-H "Cookie: $QUARTET_COOKIE"`],
};

/** A call over HTTP, as far as a command needs it. */
export interface HttpCall {
  method: string;
  origin: string;
  path: string;
  values: Values;
  credential: Credential;
}

/** A command to paste. What a path names in braces is taken out of the body. */
export function curlOf({ method, origin, path, values, credential }: HttpCall): string {
  const request = requestOf(method, path, values);
  const address = quoted(origin + request.path);
  if (request.body === undefined) return command([address, ...headers[credential]]);
  return command([`-X ${method} ${address}`, ...headers[credential], `-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request.body))}`]);
}

/** The call of an MCP tool, as any client makes it. */
export function toolCallOf(url: string, tool: string, values: Values): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: values } };
  return command([
    `-X POST ${quoted(url)}`,
    `-H "Authorization: Bearer $QUARTET_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(message))}`,
  ]);
}

const command = (parts: string[]) => (['curl', ...parts].join(' ').length <= 88 ? ['curl', ...parts].join(' ') : `curl ${parts.join(' \\\n  ')}`);

/** As a shell takes it as it is. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

import type { Requires } from '../../api/types.gen';
import { exampleOf, type JsonSchema } from './jsonSchema';

/** A call over HTTP, as far as an example needs it. */
export interface HttpCall {
  method: string;
  url: string;
  /** The params of a GET, or the body of anything else. */
  input: JsonSchema | null;
  credential: Credential;
}

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

/** A command to paste. What a path names in braces is taken out of the body. */
export function curlOf({ method, url, input, credential }: HttpCall): string {
  const values = input ? (exampleOf(input, { ...input, type: 'object' }) as Record<string, unknown>) : {};
  const address = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? exampleOf(input ?? {}, input?.properties?.[name] ?? {});
    Reflect.deleteProperty(values, name);
    return encodeURIComponent(text(value));
  });
  if (method === 'GET') {
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, text(value)])).toString();
    return command([quoted(query === '' ? address : `${address}?${query}`), ...headers[credential]]);
  }
  return command([`-X ${method} ${quoted(address)}`, ...headers[credential], `-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(values))}`]);
}

/** The call of an MCP tool, as any client makes it. */
export function toolCallOf(url: string, tool: string, input: JsonSchema): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: exampleOf(input, input) } };
  return command([
    `-X POST ${quoted(url)}`,
    `-H "Authorization: Bearer $QUARTET_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(message))}`,
  ]);
}

const command = (parts: string[]) => ['curl', ...parts].join(' ').length <= 88 ? ['curl', ...parts].join(' ') : `curl ${parts.join(' \\\n  ')}`;

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** As a shell takes it as it is. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

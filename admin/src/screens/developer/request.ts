/** The values of a call's input, by name. */
export type Values = Record<string, unknown>;

/** A call of an HTTP route, with its values where the route takes them. */
export interface HttpRequest {
  method: string;
  /** With its query. */
  path: string;
  /** Undefined for a GET. */
  body: Values | undefined;
}

const braced = /\{(\w+)\}/g;

/** What a path names in braces. */
export const namesInPath = (path: string) => [...path.matchAll(braced)].map(([, name = '']) => name);

/** The request that has the values: what the path names is in the path alone, the rest in the query of a GET or in the body. */
export function requestOf(method: string, path: string, values: Values): HttpRequest {
  const named = namesInPath(path);
  const rest = Object.entries(values).filter(([name]) => !named.includes(name));
  const filled = path.replaceAll(braced, (_, name: string) => encodeURIComponent(asText(values[name])));
  if (method !== 'GET') return { method, path: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(rest.map(([name, value]) => [name, asText(value)])).toString();
  return { method, path: query === '' ? filled : `${filled}?${query}`, body: undefined };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

/** An answer as it came. */
export interface Answer {
  status: number;
  statusText: string;
  /** From the request to the last byte, in milliseconds. */
  took: number;
  /** In bytes. */
  size: number;
  headers: ReadonlyArray<readonly [string, string]>;
  text: string;
  /** The text as JSON; undefined where it is none. */
  json: unknown;
}

/** Sends a request as the signed-in user. A refusal is an answer too; what fails is that nothing answered. */
export async function send({ method, path, body }: HttpRequest): Promise<Answer> {
  const begun = performance.now();
  const answer = await fetch(path, {
    method,
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const bytes = await answer.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  return {
    status: answer.status, statusText: answer.statusText, took: performance.now() - begun, size: bytes.byteLength,
    headers: [...answer.headers], text, json: jsonOf(text),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { ApiFailure, failureOf } from './failure';

/** Query parameters; undefined and empty ones are left out. */
export type Query = Record<string, string | number | undefined>;

interface Request {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
}

/** The path with its query. */
export function address(path: string, query: Query = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') given.set(name, String(value));
  }
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What is answered in the place of a service that is not there. */
const away = [502, 503, 504];

/** How long an answer may take, in milliseconds: longer than the service itself takes before it gives up, which is a minute. */
const patience = 75_000;

/** Asks the service. Throws ApiFailure for everything but success; an answer that does not come, or breaks off, is a lost connection. */
async function ask(method: string, path: string, accept: string, { query, body, signal }: Request = {}): Promise<{ answer: Response; text: string }> {
  const headers: Record<string, string> = { Accept: accept };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const late = AbortSignal.timeout(patience);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(address(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure('offline', 0, 'The service cannot be reached.');
  }
  if (!answer.ok) {
    const failure = failureOf(answer.status, parsed(text));
    // A proxy says so while the service starts again.
    throw failure.kind === 'broken' && away.includes(answer.status) ? new ApiFailure('offline', answer.status, failure.message) : failure;
  }
  return { answer, text };
}

async function askJson<T>(method: string, path: string, request: Request): Promise<T> {
  const { answer, text } = await ask(method, path, 'application/json', request);
  const read = parsed(text);
  if (read === undefined) throw new ApiFailure('broken', answer.status, 'The answer is not JSON.');
  return read as T;
}

/** A text as JSON; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    askJson<T>('GET', path, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) }),
  post: <T>(path: string, body: unknown = {}, query?: Query) => askJson<T>('POST', path, { body, ...(query ? { query } : {}) }),
  patch: <T>(path: string, body: unknown, query?: Query) => askJson<T>('PATCH', path, { body, ...(query ? { query } : {}) }),
  delete: <T>(path: string, query?: Query) => askJson<T>('DELETE', path, query ? { query } : {}),
  /** Asks for a page, with its own address where the answer says it. */
  html: async (path: string, body: unknown, query: Query, signal: AbortSignal): Promise<{ html: string; location: string }> => {
    const { answer, text } = await ask('POST', path, 'text/html', { body, query, signal });
    return { html: text, location: answer.headers.get('Content-Location') ?? '/' };
  },
};

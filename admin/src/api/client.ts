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

/** Asks the service. Throws ApiFailure for everything but success. */
async function ask<T>(method: string, path: string, { query, body, signal }: Request = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(address(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure('offline', 0, 'The service cannot be reached.');
  }
  const read: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw failureOf(answer.status, read);
  if (read === undefined) throw new ApiFailure('broken', answer.status, 'The answer is not JSON.');
  return read as T;
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    ask<T>('GET', path, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) }),
  post: <T>(path: string, body: unknown = {}, query?: Query) => ask<T>('POST', path, { body, ...(query ? { query } : {}) }),
  patch: <T>(path: string, body: unknown, query?: Query) => ask<T>('PATCH', path, { body, ...(query ? { query } : {}) }),
  delete: <T>(path: string, query?: Query) => ask<T>('DELETE', path, query ? { query } : {}),
};

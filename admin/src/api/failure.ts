import { isObject } from '../values/data';
import type { Diagnostic } from './diagnostic.gen';
import type { Role } from './words';

/** What went wrong, by what can be done about it. */
export type FailureKind =
  | 'refused' // the service answered with a diagnostic
  | 'setup' // sign-in is not configured: 503 setup_incomplete
  | 'offline' // nothing answered
  | 'broken'; // something answered that is not this service

/** A request that did not succeed. `status` is 0 where there was no answer. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';

  constructor(
    readonly kind: FailureKind,
    readonly status: number,
    message: string,
    readonly diagnostic?: Diagnostic,
    readonly minimumRole?: Role,
  ) {
    super(message);
  }

  get code(): string {
    return this.diagnostic?.code ?? this.kind;
  }

  /** The field that the diagnostic points at: `['tags', '0']` for `data#/tags/0`. */
  get pointer(): string[] {
    return pointerOf(this.diagnostic?.path ?? '');
  }
}

/** The segments of the JSON pointer behind `#` in a diagnostic's path. */
export function pointerOf(path: string): string[] {
  const pointer = path.slice(path.indexOf('#') + 1);
  if (!path.includes('#') || !pointer.startsWith('/')) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The failure that an answer tells of, whatever stands in its body. */
export function failureOf(status: number, body: unknown): ApiFailure {
  if (isObject(body)) {
    if (body['error'] === 'setup_incomplete') return new ApiFailure('setup', status, String(body['message']));
    if (isObject(body['diagnostic'])) {
      const { diagnostic, minimumRole } = body as unknown as { diagnostic: Diagnostic; minimumRole?: Role };
      return new ApiFailure('refused', status, diagnostic.message, diagnostic, minimumRole);
    }
  }
  return new ApiFailure('broken', status, `HTTP ${status}`);
}

/** The answer, or null where the service refused with one of the statuses. */
export async function otherwise<T>(statuses: number[], answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiFailure && statuses.includes(error.status)) return null;
    throw error;
  });
}

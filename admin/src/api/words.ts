import type { Span, StaffRole, Status } from './types.gen';

/** The members of a closed vocabulary of the API, in the order in which they are written. One that is missing is a type error. */
export function every<Word extends string>(members: Record<Word, true>): readonly Word[] {
  return Object.keys(members) as Word[];
}

/** The words of the API that have a name of their own here. */
export type { Status };
export const statuses = every<Status>({ draft: true, published: true, archived: true });

export const isStatus = (value: unknown): value is Status => statuses.some((each) => each === value);

export type Role = StaffRole;

/** How far back statistics look. */
export type { Span };
export const spans = every<Span>({ '1h': true, '24h': true, '7d': true, '30d': true });

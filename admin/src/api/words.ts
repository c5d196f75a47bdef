import type { EntrySummary, Me } from './types.gen';

/** The words of the API that have a name of their own here. */
export type Status = EntrySummary['status'];
export const statuses = ['draft', 'published', 'archived'] as const satisfies Status[];

export const isStatus = (value: unknown): value is Status => statuses.some((each) => each === value);

export type Role = Me['role'];

/** How far back statistics look. */
export const spans = ['1h', '24h', '7d', '30d'] as const;
export type Span = (typeof spans)[number];

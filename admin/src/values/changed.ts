import type { EntrySummary } from '../api/types.gen';

/** When an entry, one of its languages or a draft of these was changed last: what lists go by (decision 354). */
export const lastChange = ({ changedAt, updatedAt }: Pick<EntrySummary, 'changedAt' | 'updatedAt'>): number => changedAt ?? updatedAt;

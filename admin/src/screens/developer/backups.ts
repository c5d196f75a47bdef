import type { BackupKeep, Backups } from '../../api/types.gen';
import { duration } from '../../i18n/duration';
import type { Speech } from '../../i18n/text';

/** What somebody has to look after, the most urgent alone; null where nothing is. */
export type Alarm = 'failed' | 'overdue' | 'unlisted' | null;

export function alarmOf({ failed, overdue, listed }: Pick<Backups, 'failed' | 'overdue' | 'listed'>): Alarm {
  if (failed) return 'failed';
  if (overdue) return 'overdue';
  return listed ? null : 'unlisted';
}

const kinds = ['last', 'daily', 'weekly', 'monthly'] as const;

/** Which copies the schedule keeps. */
export function keptWords(keep: BackupKeep, { t, number }: Speech): string {
  const parts = kinds.filter((kind) => keep[kind] > 0).map((kind) => t(`developer.backups.keep.${kind}`, { count: number(keep[kind]) }));
  return parts.length > 0 ? parts.join(' · ') : t('developer.backups.keepNone');
}

/** How often a copy is taken. */
export function everyWords(everyMs: number, { t, language }: Speech): string {
  return everyMs > 0 ? duration(language, everyMs) : t('developer.backups.never');
}

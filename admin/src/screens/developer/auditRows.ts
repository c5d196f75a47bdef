import type { AuditLine } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import { listed, localeName } from '../../values/names';

/** What was done at once to an entry, or to several languages of an article: the first of its lines stands for all. */
export interface AuditRow {
  line: AuditLine;
  parts: AuditLine[];
}

/** The lines of the audit log, those of one article that were written at once together. */
export function auditRows(lines: readonly AuditLine[]): AuditRow[] {
  const rows: AuditRow[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (last && isTogether(last.line, line)) last.parts.push(line);
    else rows.push({ line, parts: [line] });
  }
  return rows;
}

function isTogether(a: AuditLine, b: AuditLine): boolean {
  return a.article !== undefined && a.article.id === b.article?.id && a.time === b.time && a.action === b.action && a.actor === b.actor && a.surface === b.surface;
}

/** What a line of an article is of: its language, or what all languages share. */
export const partWords = ({ locale }: AuditLine, { t, language }: Speech) => (locale ? localeName(locale, language) : t('article.shared'));

/** The languages of a row of an article; nothing of any other. */
export function rowWords({ parts }: AuditRow, speech: Speech): string {
  const all = parts.filter(({ article }) => article !== undefined).map((each) => partWords(each, speech));
  return listed([...new Set(all)], speech.language);
}

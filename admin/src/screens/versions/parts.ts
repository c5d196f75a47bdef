import { useQuery } from '@tanstack/react-query';

import { entryQuery } from '../../api/entries';
import type { Collection, Draft, EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { useIsArticle, useParent } from '../entry/article/useParent';
import { partName } from '../entry/article/words';
import { useTranslations } from '../entry/useTranslations';
import type { Line } from './lines';

/** An entry of those that have one history: what the languages of an article share, or its words in one of them. */
export interface Part {
  detail: EntryDetail;
  /** What it is called among the others: '' where there are none. */
  name: string;
  /** How the address names it. */
  key: string;
}

/** A row of a history: a version, or a pending draft. */
export type Row = { part: Part; line: Line; draft?: undefined } | { part: Part; draft: Draft; line?: undefined };

const shared = 'shared';

/** All that has one history with an entry, itself among it; undefined until it is known. */
export function useParts(collection: Collection, detail: EntryDetail): readonly Part[] | undefined {
  const speech = useSpeech();
  const isArticle = useIsArticle();
  const up = useParent(collection, detail.entry);
  const above = up?.entry && isArticle(up.collection) ? up.entry : undefined;
  const query = useQuery({ ...entryQuery(above?.collection ?? '', above?.id ?? ''), enabled: above !== undefined });
  const [whole, parent] = above && up ? [up.collection, query.data] : [collection, isArticle(collection) ? detail : undefined];
  const set = useTranslations(whole, parent);
  const alone = [{ detail, name: '', key: shared }];
  if (up && up.entry === undefined && !up.failed) return undefined;
  if (above && !parent) return query.isError ? alone : undefined;
  const languages = set?.locales.filter(({ summary }) => summary) ?? [];
  if (!parent || languages.length === 0) return alone;
  if (languages.some((each) => !each.detail && !each.failed)) return undefined;
  const words = languages.flatMap((each) => (each.detail ? [{ detail: each.detail, name: partName(each, speech), key: each.locale }] : []));
  return [{ detail: parent, name: partName({}, speech), key: shared }, ...words];
}

/** The versions with the pending drafts among them, each where its time is, and above what it is a draft of. */
export function rowsOf(parts: readonly Part[], lines: readonly Line[], hasMore: boolean): Row[] {
  const byId = new Map(parts.map((part) => [part.detail.entry.id, part]));
  const rows = lines.flatMap((line): Row[] => {
    const part = byId.get(line.of);
    return part ? [{ part, line }] : [];
  });
  const drafts = parts.flatMap((part): Row[] => (part.detail.draft ? [{ part, draft: part.detail.draft }] : []));
  for (const each of drafts) {
    const at = rows.findIndex((row) => row.part === each.part || timeOf(row) <= timeOf(each));
    if (at >= 0) rows.splice(at, 0, each);
    else if (!hasMore) rows.push(each);
  }
  return rows;
}

const timeOf = ({ line, draft }: Row) => line?.time ?? draft?.savedAt ?? 0;

/** Which version a row leads to; undefined where what it held is gone. */
export function versionOf({ part, line }: Row): number | 'draft' | undefined {
  if (!line) return 'draft';
  return line.kept || line.version === part.detail.entry.version ? line.version : undefined;
}

/** Rows in their order, those of several parts that were written at once together. A version with a name stands alone. */
export function togetherOf(rows: readonly Row[]): Row[][] {
  const all: Row[][] = [];
  for (const row of rows) {
    const last = all.at(-1);
    if (last?.every((each) => isTogether(each, row))) last.push(row);
    else all.push([row]);
  }
  return all;
}

function isTogether({ part, line }: Row, { part: other, line: next }: Row): boolean {
  if (!line || !next || line.name || next.name || part === other) return false;
  return line.time === next.time && line.action === next.action && line.actor?.id === next.actor?.id;
}

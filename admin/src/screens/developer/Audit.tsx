import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { actorsQuery, auditQuery } from '../../api/developer';
import { findCollection, useBootstrap } from '../../api/session';
import type { Collection, StaffUser } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable, type ListColumn } from '../../lists/ListTable';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Ago } from '../../ui/Ago';
import { AuditDetail } from './AuditDetail';
import { AuditFilters } from './AuditFilters';
import { auditRows, rowWords, type AuditRow } from './auditRows';
import { actorName, deedWords, subjectName, surfaceWords } from './actors';

/** Who changed what, the newest first. */
export function Audit() {
  const speech = useSpeech();
  const { t } = speech;
  const { actor, collection, entry } = useSearch({ from: '/staff/dev' });
  const query = useInfiniteQuery(auditQuery({ actor, collection, entry }));
  const { data: staff } = useQuery(actorsQuery);
  const rows = useMemo(() => auditRows(query.data?.pages.flatMap((page) => page.items) ?? []), [query.data]);
  const { collections } = useBootstrap();
  const columns = useMemo(() => columnsOf(staff?.users, collections, speech), [staff, collections, speech]);
  const [open, setOpen] = useState<AuditRow | null>(null);
  return (
    <>
      <AuditFilters staff={staff?.users ?? []} />
      {query.isError && !query.data ? (
        <Trouble error={query.error} reset={() => void query.refetch()} />
      ) : query.isSuccess && rows.length === 0 ? (
        <EmptyState icon="search" title={t('developer.noAudit')} hint={t(actor || collection || entry ? 'developer.noAuditMatch' : 'developer.noAuditHint')} />
      ) : (
        <>
          <ListTable<AuditRow>
            label={t('developer.tab.audit')}
            columns={columns}
            rows={rows}
            rowId={({ line }) => String(line.id)}
            rowName={(row) => `${deedWords(row.line, speech)} ${rowName(row, staff?.users, collections, speech)}`}
            open={setOpen}
            loading={query.isPending}
          />
          <ListFoot of="developer" count={rows.length} query={query} />
        </>
      )}
      <AuditDetail row={open} staff={staff?.users} close={() => setOpen(null)} />
    </>
  );
}

/** What a row is about: an article with the languages that it is of. */
function rowName(row: AuditRow, staff: StaffUser[] | undefined, collections: Collection[], speech: Speech): string {
  return [subjectName(row.line, staff, collections, speech), rowWords(row, speech)].filter(Boolean).join(' · ');
}

function columnsOf(staff: StaffUser[] | undefined, collections: Collection[], speech: Speech): ListColumn<AuditRow>[] {
  const { t, text, number } = speech;
  const collectionTitle = (name: string | null) => (name === null ? '' : text(findCollection(collections, name)?.title, name));
  return [
    { id: 'time', head: t('developer.when'), cell: ({ line }) => <Ago time={line.time} /> },
    { id: 'actor', head: t('developer.actor'), cell: ({ line }) => actorName(line, staff, speech) },
    { id: 'action', head: t('developer.action'), cell: ({ line }) => <span title={line.action}>{deedWords(line, speech)}</span> },
    { id: 'subject', head: t('developer.subject'), main: true, cell: (row) => <span title={row.line.entry ?? ''}>{rowName(row, staff, collections, speech)}</span> },
    { id: 'collection', head: t('developer.collection'), wide: true, cell: ({ line }) => collectionTitle(line.article?.collection ?? line.collection) },
    { id: 'surface', head: t('developer.surface'), wide: true, cell: ({ line }) => surfaceWords(line.surface, speech) },
    { id: 'version', head: t('developer.version'), wide: true, end: true, cell: ({ line, parts }) => (line.version === 0 || parts.length > 1 ? '' : number(line.version)) },
  ];
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { actorsQuery, auditQuery } from '../../api/developer';
import type { AuditLine } from '../../api/types.gen';
import { useSpeech, type Speech } from '../../i18n/text';
import { ListFoot } from '../../lists/ListFoot';
import { ListTable, type ListColumn } from '../../lists/ListTable';
import { Trouble } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Ago } from '../../ui/Ago';
import { AuditDetail } from './AuditDetail';
import { AuditFilters } from './AuditFilters';
import { actorName, surfaceWords } from './actors';

/** Who changed what, the newest first. */
export function Audit() {
  const speech = useSpeech();
  const { t } = speech;
  const { actor, collection, entry } = useSearch({ from: '/staff/dev' });
  const query = useInfiniteQuery(auditQuery({ actor, collection, entry }));
  const { data: staff } = useQuery(actorsQuery);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const columns = useMemo(() => columnsOf((line) => actorName(line, staff?.users, speech), speech), [staff, speech]);
  const [open, setOpen] = useState<AuditLine | null>(null);
  return (
    <>
      <AuditFilters staff={staff?.users ?? []} />
      {query.isError && !query.data ? (
        <Trouble error={query.error} reset={() => void query.refetch()} />
      ) : query.isSuccess && rows.length === 0 ? (
        <EmptyState icon="search" title={t('developer.noAudit')} hint={t(actor || collection || entry ? 'developer.noAuditMatch' : 'developer.noAuditHint')} />
      ) : (
        <>
          <ListTable<AuditLine>
            label={t('developer.tab.audit')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => String(id)}
            rowName={({ action, entry: subject }) => `${action} ${subject ?? ''}`}
            open={setOpen}
            loading={query.isPending}
          />
          <ListFoot of="developer" count={rows.length} query={query} />
        </>
      )}
      <AuditDetail line={open} staff={staff?.users} close={() => setOpen(null)} />
    </>
  );
}

function columnsOf(nameOf: (line: AuditLine) => string, speech: Speech): ListColumn<AuditLine>[] {
  const { t, number } = speech;
  return [
    { id: 'time', head: t('developer.when'), cell: ({ time }) => <Ago time={time} /> },
    { id: 'actor', head: t('developer.actor'), cell: nameOf },
    { id: 'action', head: t('developer.action'), cell: ({ action }) => action },
    { id: 'subject', head: t('developer.subject'), main: true, cell: ({ collection, entry }) => [collection, entry].filter(Boolean).join('/') },
    { id: 'surface', head: t('developer.surface'), wide: true, cell: ({ surface }) => surfaceWords(surface, speech) },
    { id: 'version', head: t('developer.version'), wide: true, end: true, cell: ({ version }) => (version === 0 ? '' : number(version)) },
  ];
}

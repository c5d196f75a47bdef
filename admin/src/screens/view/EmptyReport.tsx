import { Button } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { filterKey, type ReportSearch, type Change } from '../../reports/address';
import { EmptyState } from '../../ui/EmptyState';

interface EmptyProps {
  page: number;
  search: ReportSearch;
  change: Change;
  turn: (page: number) => void;
}

/** A report without rows: behind its last page, because of search and filters, or altogether. */
export function EmptyReport({ page, search, change, turn }: EmptyProps) {
  const { t } = useSpeech();
  if (page > 1) {
    return (
      <EmptyState icon="report" title={t('reports.behind')} hint={t('reports.behindHint')}>
        <Button variant="default" mt="sm" onClick={() => turn(1)}>
          {t('reports.first')}
        </Button>
      </EmptyState>
    );
  }
  const narrowing = Object.keys(search).filter((key) => key === 'search' || key.startsWith(filterKey('')));
  if (narrowing.length === 0) return <EmptyState icon="report" title={t('reports.empty')} hint={t('reports.emptyHint')} />;
  return (
    <EmptyState icon="search" title={t('list.noMatch')} hint={t('reports.noMatchHint')}>
      <Button variant="default" mt="sm" onClick={() => change(Object.fromEntries(narrowing.map((key) => [key, undefined])))}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  );
}

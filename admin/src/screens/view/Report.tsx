import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { ApiFailure } from '../../api/failure';
import { isAtLeast, useMe } from '../../api/session';
import type { View } from '../../api/types.gen';
import { viewQuery } from '../../api/views';
import { useSpeech } from '../../i18n/text';
import { paramSchemas, queryOf, type ReportSearch, type Change } from '../../reports/address';
import { Trouble } from '../../shell/Trouble';
import { LinkAnchor } from '../../ui/links';
import { Notice } from '../../ui/Notice';
import { saidOf } from '../../values/said';
import { EmptyReport } from './EmptyReport';
import { ReportFoot } from './ReportFoot';
import { ReportParams } from './ReportParams';
import { ReportTable } from './ReportTable';
import { ReportTools } from './ReportTools';

interface ReportProps {
  view: View;
  search: ReportSearch;
  change: Change;
  turn: (page: number) => void;
}

/** What a View answers, and why it does not where it does not. */
export function Report({ view, search, change, turn }: ReportProps) {
  const speech = useSpeech();
  const { t } = speech;
  const query = useQuery(viewQuery(view.name, queryOf(view, search)));
  const refusal = refusalOf(query.error);
  const { data } = query;
  const field = refusal?.pointer[0];
  const atParam = field !== undefined && field in paramSchemas(view);
  const rows = query.isError ? [] : (data?.rows ?? []);
  const broken = brokenOf(query.error);
  if (query.isError && !refusal && !broken) return <Trouble error={query.error} reset={() => void query.refetch()} />;
  return (
    <>
      <ReportParams view={view} search={search} change={change} diagnostic={atParam ? refusal?.diagnostic : undefined} />
      <ReportTools view={view} search={search} rows={rows} change={change} refusal={atParam ? undefined : refusal} />
      {refusal && !atParam && !isNarrowing(field) && (
        <Notice tone="danger" icon="alert" urgent title={t('reports.refused')}>
          {saidOf(refusal, speech)}
        </Notice>
      )}
      {broken && <Broken view={view} failure={broken} retry={() => void query.refetch()} />}
      {!query.isError && data?.rows.length === 0 && <EmptyReport page={data.page} search={search} change={change} turn={turn} />}
      {!query.isError && (query.isPending || rows.length > 0) && <ReportTable view={view} rows={rows} loading={query.isPending} faded={query.isPlaceholderData} />}
      {!query.isError && data && <ReportFoot view={view} data={data} readAt={query.dataUpdatedAt} reading={query.isFetching} change={change} turn={turn} refresh={() => void query.refetch()} />}
    </>
  );
}

/** The statement failed. Another param may not break it, so the form stays; an owner is led to the statement. */
function Broken({ view, failure, retry }: { view: View; failure: ApiFailure; retry: () => void }) {
  const { t } = useSpeech();
  const isOwner = isAtLeast(useMe().role, 'owner');
  const reference = failure.diagnostic?.requestId;
  return (
    <Notice tone="danger" icon="alert" urgent title={t('reports.broken')}>
      <Text size="sm">{t(isOwner ? 'reports.brokenOwner' : 'reports.brokenHint')}</Text>
      {reference && <Text size="xs">{t('trouble.reference', { id: reference })}</Text>}
      <Group gap="md" mt="xs">
        <Button size="compact-sm" variant="default" onClick={retry}>
          {t('action.retry')}
        </Button>
        {isOwner && (
          <LinkAnchor to="/dev" search={{ tab: 'manifests', atom: `View/${view.name}` }} size="sm">
            {t('reports.toStatement')}
          </LinkAnchor>
        )}
      </Group>
    </Notice>
  );
}

/** What the service could not answer, though it was asked rightly. */
const brokenOf = (error: Error | null) => (error instanceof ApiFailure && error.kind === 'refused' && error.status >= 500 ? error : undefined);

/** A 400 is about what was asked for, and shown where that is asked. */
function refusalOf(error: Error | null): ApiFailure | undefined {
  return error instanceof ApiFailure && error.status === 400 ? error : undefined;
}

const isNarrowing = (field: string | undefined) => field === 'search' || field?.startsWith('filter.') === true;

import { Badge } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

import { useBootstrap } from '../../api/session';
import type { View as ViewShape } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { changed, missingParams, queryOf, type Change } from '../../reports/address';
import { NotFound } from '../../shell/Trouble';
import { EmptyState } from '../../ui/EmptyState';
import { Page } from '../../ui/Page';
import { ReportActions } from './ReportActions';
import { ReportParams } from './ReportParams';
import { Report } from './Report';

/** A report: /admin/views/:name. What it is asked for stands in the address, as the API writes it. */
export function View() {
  const { t } = useSpeech();
  const { name } = useParams({ from: '/staff/views/$name' });
  const view = useBootstrap().views.find((each) => each.name === name);
  if (!view) return <NotFound title={t('reports.unknown', { name })} />;
  return <ViewPage key={name} view={view} />;
}

function ViewPage({ view }: { view: ViewShape }) {
  const { t, text } = useSpeech();
  const search = useSearch({ from: '/staff/views/$name' });
  const navigate = useNavigate({ from: '/views/$name' });
  const change: Change = (next, typed) => void navigate({ search: (now) => changed(now, next), replace: typed !== undefined });
  const turn = (page: number) => void navigate({ search: (now) => ({ ...now, page }) });
  const missing = missingParams(view, search);
  return (
    <Page title={text(view.title, view.name)} mark={view.surface === 'public' && <PublicMark />} actions={missing.length === 0 && <ReportActions view={view} query={queryOf(view, search)} />}>
      {missing.length > 0 && (
        <>
          <ReportParams view={view} search={search} change={change} />
          <EmptyState icon="report" title={t('reports.incomplete')} hint={t('reports.incompleteHint')} />
        </>
      )}
      {missing.length === 0 && <Report view={view} search={search} change={change} turn={turn} />}
    </Page>
  );
}

function PublicMark() {
  const { t } = useSpeech();
  return (
    <Badge variant="default" tt="none" fw={500} component="span">
      {t('reports.public')}
    </Badge>
  );
}

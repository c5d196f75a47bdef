import { Group, Select, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';

import type { SchemaAtom } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { EmptyState } from '../../ui/EmptyState';
import type { ModelSearch } from './address';
import { holds } from './atoms';
import { DeveloperPage } from './DeveloperPage';
import classes from './Model.module.css';
import { SchemaCard } from './SchemaCard';

const ModelGraph = lazy(() => import('./ModelGraph').then((module) => ({ default: module.ModelGraph })));

/** What entries hold and how they refer to each other: /admin/dev/model. */
export function Model() {
  return (
    <DeveloperPage title="developer.model" hint="developer.hint.model">
      {({ schemas }) => <Schemas schemas={schemas} />}
    </DeveloperPage>
  );
}

/** A picture needs room; without, and for those who would rather read, there is the table. */
function Schemas({ schemas }: { schemas: SchemaAtom[] }) {
  const { t } = useSpeech();
  const search = useSearch({ from: '/staff/dev/model' });
  const navigate = useNavigate({ from: '/dev/model' });
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const show = (next: ModelSearch) => void navigate({ search: next, replace: true });
  if (schemas.length === 0) return <EmptyState icon="collection" title={t('developer.noSchemas')} hint={t('developer.noSchemasHint')} />;
  if (!wide) return <Table schemas={schemas} search={search} show={show} />;
  const as = (
    <SegmentedControl
      value={search.as ?? 'picture'}
      onChange={(next) => show({ ...(search.schema ? { schema: search.schema } : {}), ...(next === 'table' ? { as: 'table' } : {}) })}
      data={[{ value: 'picture', label: t('developer.picture') }, { value: 'table', label: t('developer.table') }]}
      aria-label={t('developer.view')}
    />
  );
  return search.as === 'table' ? <Table schemas={schemas} search={search} show={show} as={as} /> : <Picture schemas={schemas} search={search} show={show} as={as} />;
}

interface PartProps {
  schemas: SchemaAtom[];
  search: ModelSearch;
  show: (next: ModelSearch) => void;
  as?: React.ReactNode;
}

function Picture({ schemas, search, show, as }: PartProps) {
  const { t, text } = useSpeech();
  const [sought, seek] = useState(search.schema === undefined ? undefined : { schema: search.schema });
  const chosen = schemas.find(({ name }) => name === search.schema);
  const choose = (schema: string | undefined) => show(schema === undefined ? {} : { schema });
  const find = (schema: string | null) => {
    choose(schema ?? undefined);
    if (schema !== null) seek({ schema });
  };
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Select
          data={schemas.map(({ name, title }) => ({ value: name, label: `${text(title, name)} (${name})` }))}
          value={chosen?.name ?? null}
          onChange={find}
          placeholder={t('developer.findSchema')}
          aria-label={t('developer.findSchema')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear') }}
          w={300}
        />
        {as}
      </Group>
      <div className={classes['picture']} data-split={chosen !== undefined || undefined}>
        <Suspense fallback={<Skeleton h="max(420px, calc(100dvh - 270px))" />}>
          <ModelGraph schemas={schemas} chosen={chosen?.name} choose={choose} sought={sought} />
        </Suspense>
        {chosen && (
          <aside className={classes['aside']} aria-label={chosen.name} tabIndex={0}>
            <SchemaCard schema={chosen} />
          </aside>
        )}
      </div>
    </>
  );
}

function Table({ schemas, search, show, as }: PartProps) {
  const { t, text } = useSpeech();
  const { q = '', schema } = search;
  const matches = ({ name, title, properties }: SchemaAtom) =>
    holds(name, q) || holds(text(title), q) || properties.some((each) => holds(each.name, q));
  const found = schemas.filter(matches);
  useEffect(() => {
    if (schema) document.getElementById(schema)?.scrollIntoView();
  }, [schema]);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SearchBox label={t('developer.searchModel')} term={q} search={(next) => show({ as: 'table', ...(next ? { q: next } : {}) })} />
        {as}
      </Group>
      {found.length === 0 && <Text c="dimmed" size="sm" role="status">{t('list.noMatch')}</Text>}
      <Stack gap="sm">
        {found.map((each) => (
          <div key={each.name} className={classes['card']}>
            <SchemaCard schema={each} />
          </div>
        ))}
      </Stack>
    </>
  );
}

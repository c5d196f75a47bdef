import { Autocomplete, Group, Select, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

import type { ApiFailure } from '../../api/failure';
import { useBootstrap } from '../../api/session';
import type { Object, View } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { longestTerm, SearchBox } from '../../lists/SearchBox';
import { filterFields, filterKey, isSearchable, type ReportSearch, type Change } from '../../reports/address';
import { fieldSchema } from '../../reports/fields';
import { choiceName } from '../../values/names';
import { saidOf } from '../../values/said';
import { fieldName } from '../../values/schema';

interface ToolsProps {
  view: View;
  search: ReportSearch;
  rows: Object[];
  change: Change;
  refusal: ApiFailure | undefined;
}

/** What narrows a report: its search, and its filters by exact value. */
export function ReportTools({ view, search, rows, change, refusal }: ToolsProps) {
  const speech = useSpeech();
  const { t, text } = speech;
  const { collections } = useBootstrap();
  const fields = filterFields(view);
  const fault = (key: string) => (refusal?.pointer[0] === key ? saidOf(refusal, speech) : undefined);
  if (!isSearchable(view) && fields.length === 0) return null;
  return (
    <Group gap="sm" mb="sm" align="flex-start">
      {isSearchable(view) && (
        <SearchBox label={t('list.search', { collection: text(view.title, view.name) })} term={String(search['search'] ?? '')} search={(term) => change({ search: term }, 'typed')} />
      )}
      {fields.map((field) => {
        const schema = fieldSchema(field, view, collections);
        const key = filterKey(field);
        return (
          <FilterBox
            key={field}
            label={fieldName(speech, schema, field)}
            values={valuesOf(schema, field, rows)}
            closed={isClosed(schema)}
            value={search[key] === undefined ? '' : String(search[key])}
            error={fault(key)}
            choose={(value) => change({ [key]: value }, isClosed(schema) ? undefined : 'typed')}
          />
        );
      })}
      {fault('search') && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault('search')}
        </Text>
      )}
    </Group>
  );
}

type Schema = ReturnType<typeof fieldSchema>;

const isClosed = (schema: Schema) => schema?.enum !== undefined || schema?.type === 'boolean';

/** What can be filtered by: all there is, where the schema says so; else what is on the page. */
function valuesOf(schema: Schema, field: string, rows: Object[]): string[] {
  if (schema?.enum) return schema.enum.filter((value) => value !== null).map(String);
  if (schema?.type === 'boolean') return ['true', 'false'];
  const seen = rows.map((row) => row[field]).filter((value) => typeof value === 'string' || typeof value === 'number');
  return [...new Set(seen.map(String))].filter((value) => value !== '').sort().slice(0, 50);
}

interface FilterBoxProps {
  label: string;
  values: string[];
  /** There are no other values. */
  closed: boolean;
  value: string;
  error: string | undefined;
  choose: (value: string) => void;
}

function FilterBox({ label, values, closed, value, error, choose }: FilterBoxProps) {
  const { t, language } = useSpeech();
  const isYesNo = values.every((each) => each === 'true' || each === 'false');
  const nameOf = (value: string) => (isYesNo ? t(value === 'true' ? 'value.yes' : 'value.no') : choiceName(values, value, language));
  const said = { placeholder: t('list.filterAll', { field: label }), 'aria-label': t('list.filterTabs', { field: label }), clearable: true, w: 190, ...(error ? { error } : {}) };
  const clear = { clearButtonProps: { 'aria-label': t('action.clear') } };
  if (closed) return <Select {...said} {...clear} data={values.map((each) => ({ value: each, label: nameOf(each) }))} value={value || null} onChange={(next) => choose(next ?? '')} />;
  return <TypedFilter said={{ ...said, ...clear }} values={values} value={value} choose={choose} />;
}

function TypedFilter({ said, values, value, choose }: { said: object; values: string[]; value: string; choose: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const ask = useDebouncedCallback(choose, 350);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const type = (next: string) => {
    setTyped(next);
    ask(next);
  };
  return <Autocomplete {...said} data={values} value={typed} maxLength={longestTerm} onChange={type} />;
}

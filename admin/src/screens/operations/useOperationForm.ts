import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { rowQuery } from '../../api/rows';
import { findCollection, useBootstrap } from '../../api/session';
import type { Operation } from '../../api/types.gen';
import { focusFirstInvalid } from '../../forms/focus';
import { useUnreadForms } from '../../forms/useUnread';
import { useSpeech } from '../../i18n/text';
import { keyField } from '../../operations/idempotency';
import { initialInput, settledFields, versionField } from '../../operations/input';
import { changesOf, prefilledFrom, typedOver } from '../../operations/prefilled';
import { hindranceOf } from '../../operations/readiness';
import { requestOf, schemaWithoutRow, versionOf } from '../../operations/request';
import { filledFrom, leadOf, mayGoWithout, subjectsOf, type Subject } from '../../operations/subject';
import { without } from '../../values/data';
import { titleOf } from '../../values/title';
import { useOperationRun } from './useOperationRun';
import { useChosenRow, useNamedRow } from './useRow';

/** The form of an operation: its rows, what was typed, what is sent, and what stands in the way. */
export function useOperationForm(operation: Operation) {
  const { collections } = useBootstrap();
  const { t, language } = useSpeech();
  const rows = useRows(operation);
  const { lead, leadRow, sideRow, side } = rows;
  const [typed, setTyped] = useTyped(operation, rows.leadId);
  const run = useOperationRun(operation);
  const unread = useUnreadForms();
  const loose = lead !== undefined && rows.leadId === undefined;
  const named = useNamedRow(operation, loose ? lead : undefined, typed);
  const row = loose ? named : leadRow;

  const filled = { ...(side && sideRow.entry ? filledFrom(side, sideRow.entry) : {}), ...(!loose && lead && row.entry ? filledFrom(lead, row.entry) : {}) };
  const prefilled = loose ? {} : prefilledFrom(operation, row.entry);
  const asked = useMemo(() => askedFor(operation, loose), [operation, loose]);
  const locked = Object.keys(filled).join('\n');
  const state = run.move ? 'moved' : sideRow.state === 'loading' || sideRow.state === 'gone' ? sideRow.state : row.state;
  const hindrance = hindranceOf(operation, state, run.isPending);
  const about = row.entry && (titleOf(findCollection(collections, row.entry.collection), row.entry.data, language) || t('value.untitled'));

  /** Whether it can be run as the form stands; leads to what cannot be read. */
  const ready = () => {
    if (hindrance) return false;
    if (unread.first !== undefined) focusFirstInvalid(unread.first);
    return unread.first === undefined;
  };
  const submit = () => {
    if (ready()) run.mutate({ input: requestOf(changesOf(operation, prefilled, typed), filled, versionOf(operation, lead, row.entry)), row: row.entry, about });
  };
  return {
    ...rows,
    row,
    named: loose && row.entry !== undefined,
    run,
    hindrance,
    about,
    ready,
    submit,
    schema: asked.schema,
    value: { ...prefilled, ...typed, ...filled },
    change: (value: Record<string, unknown>) => setTyped(typedOver(prefilled, without(value, Object.keys(filled)))),
    locked: useMemo(() => (locked === '' ? [] : locked.split('\n')), [locked]),
    hidden: asked.hidden,
    unread: unread.tell,
    fillIn: setTyped,
  };
}

/** The schema of the form, and what it does not ask for: the version, the key, what there is no choice about. */
function askedFor(operation: Operation, loose: boolean) {
  const { schema, hidden } = loose ? schemaWithoutRow(operation) : { schema: operation.input, hidden: [] };
  const generated = keyField(operation);
  return { schema, hidden: [versionField, ...(generated === undefined ? [] : [generated]), ...settledFields(operation), ...hidden] };
}

/** The rows of an operation: the one that leads it, and beside it the one that the form was opened for when that is another's. */
function useRows(operation: Operation) {
  const { collection, entry } = useSearch({ from: '/staff/ops' });
  const navigate = useNavigate({ from: '/ops' });
  const queries = useQueryClient();
  const [picked, setPicked] = useState<string>();
  const [free, setFree] = useState(false);
  const lead = leadOf(operation);
  const opened = subjectsOf(operation).find((each) => each.collection === collection);
  const side = opened && opened.collection !== lead?.collection ? opened : undefined;
  const leadId = side ? picked : opened && entry;
  const choose = (subject: Subject, id: string | undefined) => {
    if (id !== undefined) queries.removeQueries(rowQuery(subject.collection, id));
    if (side) setPicked(id);
    else void navigate({ search: { run: operation.name, ...(id === undefined ? {} : { collection: subject.collection, entry: id }) } });
  };
  const leadRow = useChosenRow(lead, leadId);
  const goWithout = () => {
    setFree(true);
    if (lead && leadId !== undefined) choose(lead, undefined);
  };
  return {
    lead,
    leadId,
    leadRow,
    side,
    sideRow: useChosenRow(side, entry),
    choose,
    /** Whether a row has to be chosen before there is a form. */
    choosing: lead !== undefined && (leadRow.state === 'gone' || (leadId === undefined && !free)),
    goWithout: lead && mayGoWithout(operation, lead) ? goWithout : undefined,
    goChoose: () => setFree(false),
  };
}

/** What was typed; it outlives the page, for that operation and row, until it was run. */
function useTyped(operation: Operation, row: string | undefined) {
  const queries = useQueryClient();
  const keyOf = (id: string | undefined) => ['typed', operation.name, id ?? ''] as const;
  const [typed, set] = useState(() => queries.getQueryData<Record<string, unknown>>(keyOf(row)) ?? initialInput(operation));
  const change = (next: Record<string, unknown>) => {
    queries.setQueryDefaults(keyOf(row), { gcTime: Infinity });
    queries.setQueryData(keyOf(row), next);
    set(next);
  };
  return [typed, change] as const;
}

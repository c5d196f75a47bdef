import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { rowByValueQuery, rowQuery } from '../../api/rows';
import type { Entry, Operation } from '../../api/types.gen';
import { versionWanted } from '../../operations/input';
import type { RowState } from '../../operations/readiness';
import type { Subject } from '../../operations/subject';

/** A row and how far it is. `error` tells why it could not be read. */
export interface Captured {
  state: RowState;
  entry: Entry | undefined;
  error: Error | null;
  /** Reads it again, as it is now. */
  again: () => Promise<unknown>;
  /** Goes on with the row as somebody has seen it by now. */
  take: (now: Entry) => void;
}

/** The row that was chosen for a subject, as it was when the form was opened on it. */
export function useChosenRow(subject: Subject | undefined, id: string | undefined): Captured {
  const chosen = subject !== undefined && id !== undefined;
  const options = rowQuery(subject?.collection ?? '', id ?? '');
  const query = useQuery({ ...options, enabled: chosen });
  const queries = useQueryClient();
  return captured(chosen, query, (now) => queries.setQueryData(options.queryKey, now));
}

/** How long after the last key a value is taken for typed. */
const pause = 300;

/**
 * The row that a typed value names already. An operation that takes a version writes that row, so the version is needed
 * before it can be run.
 */
export function useNamedRow(operation: Operation, subject: Subject | undefined, input: Record<string, unknown>): Captured {
  const binding = subject?.bindings[0];
  const typed = binding ? text(input[binding.inputField]) : '';
  const [settled] = useDebouncedValue(typed, pause);
  const names = versionWanted(operation) !== 'none' && typed !== '';
  const options = rowByValueQuery(binding?.collection ?? '', binding?.rowField ?? '', settled);
  const query = useQuery({ ...options, enabled: names && settled === typed });
  const queries = useQueryClient();
  const row = captured(names, query, (now) => queries.setQueryData(options.queryKey, now));
  if (names && settled !== typed) return { ...row, state: 'loading', entry: undefined };
  // Nothing has this value: the operation makes what is not there.
  return row.state === 'gone' ? { ...row, state: 'none' } : row;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

interface Answer {
  data: Entry | null | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

function captured(wanted: boolean, { data, error, isFetching, refetch }: Answer, take: (now: Entry) => void): Captured {
  const ways = { again: refetch, take };
  if (!wanted) return { state: 'none', entry: undefined, error: null, ...ways };
  if (data === null) return { state: isFetching ? 'loading' : 'gone', entry: undefined, error: null, ...ways };
  const state = data && !isFetching && !error ? 'there' : 'loading';
  return { state, entry: data, error: isFetching ? null : error, ...ways };
}

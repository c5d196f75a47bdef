import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiFailure } from '../../api/failure';
import { runOperation, staleAfterOperation } from '../../api/operations';
import { readRow } from '../../api/rows';
import type { Entry, Operation } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { keyAfter, keyField, keyFor, type Key } from '../../operations/idempotency';
import { inputSchemas } from '../../operations/input';
import { notifyDone } from '../../ui/notify';
import { useRuns } from './runs';

interface Try {
  input: Record<string, unknown>;
  /** The row whose version is in the input. */
  row: Entry | undefined;
  about: string | undefined;
}

/** What a row became since it was captured; null: it is gone. */
export interface Move {
  seen: Entry;
  now: Entry | null;
}

/** Runs an operation: the same try again has the same key, a stale version is found out about, and every run is remembered. */
export function useOperationRun(operation: Operation) {
  const speech = useSpeech();
  const queries = useQueryClient();
  const { add } = useRuns();
  const key = useRef<Key>(undefined);
  const [move, setMove] = useState<Move>();
  const field = keyField(operation);
  const schema = field === undefined ? undefined : inputSchemas(operation)[field];
  const mutation = useMutation({
    mutationFn: async ({ input }: Try) => {
      key.current = schema && keyFor(key.current, input, schema);
      return runOperation(operation, field !== undefined && key.current ? { ...input, [field]: key.current.value } : input);
    },
    onSuccess: (output, { input, about }) => {
      key.current = undefined;
      add({ operation: operation.name, time: Date.now(), about, input, outcome: { ok: true, output } });
      notifyDone(speech, speech.t('operations.done', { operation: speech.text(operation.title, operation.name) }));
      void staleAfterOperation(queries, operation);
    },
    onError: async (error, { input, row, about }) => {
      if (key.current) key.current = keyAfter(key.current, input, error);
      if (!(error instanceof ApiFailure)) return;
      // What does not fit was not run: the form says it at the field.
      if (error.diagnostic?.code !== 'INPUT_VALIDATION_FAILED') add({ operation: operation.name, time: Date.now(), about, input, outcome: { ok: false, failure: error } });
      if (row && (error.status === 409 || error.status === 404)) setMove(await moveOf(row));
    },
  });
  return { ...mutation, move, forgetMove: () => setMove(undefined) };
}

/** What became of a row since; undefined when it is as it was, or cannot be read. */
async function moveOf(seen: Entry): Promise<Move | undefined> {
  const now = await readRow(seen.collection, seen.id).catch(() => seen);
  return now?.version === seen.version ? undefined : { seen, now };
}

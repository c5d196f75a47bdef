import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { findCollection, useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { worded } from '../../operations/worded';
import { NotFound } from '../../shell/Trouble';
import { OperationList } from './OperationList';
import { OperationPage } from './OperationPage';

/** /admin/ops: what staff can run, or with `run` the form of one. */
export function Operations() {
  const { t } = useSpeech();
  const { operations, collections } = useBootstrap();
  const { run } = useSearch({ from: '/staff/ops' });
  const found = operations.find((each) => each.name === run);
  const operation = useMemo(() => found && worded(found, findCollection(collections, found.targetCollection ?? '')), [found, collections]);
  if (run === undefined) return <OperationList operations={operations} />;
  if (!operation) return <NotFound title={t('operations.unknown', { name: run })} />;
  return <OperationPage key={run} operation={operation} />;
}

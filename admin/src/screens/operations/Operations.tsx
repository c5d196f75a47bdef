import { useSearch } from '@tanstack/react-router';

import { useBootstrap } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { NotFound } from '../../shell/Trouble';
import { OperationList } from './OperationList';
import { OperationPage } from './OperationPage';

/** /admin/ops: what staff can run, or with `run` the form of one. */
export function Operations() {
  const { t } = useSpeech();
  const { operations } = useBootstrap();
  const { run } = useSearch({ from: '/staff/ops' });
  if (run === undefined) return <OperationList operations={operations} />;
  const operation = operations.find((each) => each.name === run);
  if (!operation) return <NotFound title={t('operations.unknown', { name: run })} />;
  return <OperationPage key={run} operation={operation} />;
}

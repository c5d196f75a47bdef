import { Code, Text } from '@mantine/core';

import { ApiFailure } from '../../api/failure';
import { useSpeech } from '../../i18n/text';
import { wasRefused } from '../../operations/idempotency';
import { Notice } from '../../ui/Notice';

/** Why an operation did not run, where no field of the form is at fault. `keyed`: it takes an idempotency key. */
export function Failed({ error, keyed }: { error: Error; keyed: boolean }) {
  const { t } = useSpeech();
  const failure = error instanceof ApiFailure ? error : undefined;
  const diagnostic = failure?.diagnostic;
  const unknown = !wasRefused(error);
  return (
    <Notice tone="danger" icon="alert" urgent mb={0} title={t(unknown ? 'operations.unknownOutcome' : 'operations.refused')}>
      <Text size="sm">{failure?.kind === 'offline' ? t('operations.offline') : error.message}</Text>
      {unknown && keyed && <Text size="sm">{t('operations.sameKey')}</Text>}
      {diagnostic?.suggestion && <Text size="sm">{diagnostic.suggestion}</Text>}
      {diagnostic && (
        <Text size="xs" mt={4}>
          <Code>{diagnostic.code}</Code> {diagnostic.requestId && t('trouble.reference', { id: diagnostic.requestId })}
        </Text>
      )}
    </Notice>
  );
}

import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { Entry } from '../../api/types.gen';
import { part } from '../../app/part';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';

const CodeBlock = lazy(part(() => import('../../ui/CodeBlock').then((module) => ({ default: module.CodeBlock }))));

/** An entry as the API gives it. */
export function JsonView({ entry, opened, close }: { entry: Entry; opened: boolean; close: () => void }) {
  const { t } = useSpeech();
  const json = JSON.stringify(entry, null, 2);
  return (
    <Dialog opened={opened} close={close} size="xl" title={t('entry.jsonTitle')}>
      <Suspense fallback={<Skeleton h={320} />}>
        <CodeBlock text={json} label={t('entry.jsonTitle')} tall />
      </Suspense>
    </Dialog>
  );
}

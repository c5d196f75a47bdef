import { useBlocker } from '@tanstack/react-router';

import { useSpeech } from '../i18n/text';
import { Confirm } from './Confirm';

/** Asks before a page is left whose changes are not saved: inside the application, and when the tab is closed. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { t } = useSpeech();
  const blocker = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: unsaved, withResolver: true });
  return (
    <Confirm
      opened={blocker.status === 'blocked'}
      close={() => blocker.reset?.()}
      title={t('leave.title')}
      action={t('leave.go')}
      go={() => blocker.proceed?.()}
    >
      {t('leave.hint')}
    </Confirm>
  );
}

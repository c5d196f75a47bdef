import { useBlocker } from '@tanstack/react-router';

import { useSpeech } from '../i18n/text';
import { LeaveQuestion } from './LeaveQuestion';

interface LeaveGuardProps {
  unsaved: boolean;
  /** Hears that the changes are given up. */
  left: () => void;
}

/**
 * Asks before a page is left whose changes are not saved: inside the application, and when the tab is closed. A session
 * that ended leads to the sign-in and back without a question; the page keeps the changes for that long.
 */
export function LeaveGuard({ unsaved, left }: LeaveGuardProps) {
  const { t } = useSpeech();
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => unsaved && next.routeId !== '/sign-in',
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const leave = () => {
    left();
    blocker.proceed?.();
  };
  return <LeaveQuestion opened={blocker.status === 'blocked'} hint={t('leave.hint')} stay={() => blocker.reset?.()} leave={leave} />;
}

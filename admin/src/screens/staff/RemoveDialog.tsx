import { useMutation, useQueryClient } from '@tanstack/react-query';

import { setRole, staffQuery, withdraw } from '../../api/people';
import type { StaffUser } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { notifyDone } from '../../ui/notify';
import { nameOf } from './name';

/** Takes somebody's role, or an invitation that waits. */
export function RemoveDialog({ user, close }: { user: StaffUser; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const queries = useQueryClient();
  const name = nameOf(user);
  const invited = user.state === 'invited';
  const { mutate, error, isPending } = useMutation({
    mutationFn: (): Promise<unknown> => (invited ? withdraw(user.id) : setRole(user.id, null)),
    onSuccess: () => {
      notifyDone(speech, invited ? t('staff.withdrawn') : t('staff.removed', { name }));
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
  return (
    <Confirm
      opened
      close={close}
      title={invited ? t('staff.withdrawSure', { email: user.email }) : t('staff.removeSure', { name })}
      action={t(invited ? 'staff.withdraw' : 'staff.remove')}
      go={() => mutate()}
      pending={isPending}
      error={error}
    >
      {t(invited ? 'staff.withdrawHint' : 'staff.removeHint')}
    </Confirm>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { invite, staffQuery } from '../../api/people';
import type { StaffUser } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { Dialog } from '../../ui/Dialog';
import { Invited } from './Invited';

/** Invites somebody again who has not come: the new invitation takes the place of the one before. */
export function InviteAgain({ user, close }: { user: StaffUser; close: () => void }) {
  const { t } = useSpeech();
  const queries = useQueryClient();
  const { email, role } = user;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => invite({ email, role }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffQuery.queryKey }),
  });
  if (data) {
    return (
      <Dialog opened close={close} title={t('invite.title')}>
        <Invited invitation={data} close={close} />
      </Dialog>
    );
  }
  return (
    <Confirm opened close={close} title={t('invite.againTitle', { email })} action={t('invite.againGo')} go={() => mutate()} harmless pending={isPending} error={error}>
      {t('invite.againHint', { role: t(`role.${role}`) })}
    </Confirm>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { identity } from '../api/identity';
import { useMe } from '../api/session';
import { countDrafts, dropDraftsOf } from '../drafts/store';
import { dropTypedBy } from '../drafts/typed';
import { useSpeech } from '../i18n/text';
import { uploads } from '../media/uploads/uploads';
import { Confirm } from '../ui/Confirm';
import { notifyFailure } from '../ui/notify';
import { onSignOut } from './signOut';

/** Signing out removes what is not saved from this browser, and asks first where there is any. */
export function SignOutQuestion() {
  const { t, plural } = useSpeech();
  const me = useMe();
  const [lost, ask] = useState(0);
  const signOut = useSignOut();
  const begin = useEffectEvent(() => {
    const drafts = countDrafts(me.userId);
    if (drafts === 0) void signOut();
    else ask(drafts);
  });
  useEffect(() => onSignOut(() => begin()), []);
  return (
    <Confirm opened={lost > 0} close={() => ask(0)} title={t('entry.signOutTitle')} action={t('user.signOut')} go={() => void signOut()}>
      {plural('entry.signOutHint', lost)}
    </Confirm>
  );
}

function useSignOut(): () => Promise<void> {
  const speech = useSpeech();
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await identity.signOut();
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      dropDraftsOf(me.userId);
      dropTypedBy(me.userId);
      uploads.drop();
      queries.clear();
    } catch (error) {
      notifyFailure(speech, error, speech.t('trouble.title'));
    }
  };
}

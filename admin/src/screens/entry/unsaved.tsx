import { useBlocker } from '@tanstack/react-router';
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';

import { useSpeech } from '../../i18n/text';
import { LeaveQuestion } from '../../ui/LeaveQuestion';
import type { EntrySearch } from './search';

/** A form that may have changes which are not saved. */
interface Unsaved {
  /** Where it stands: what leaves that place would close it. */
  place: string;
  save: () => Promise<unknown>;
  /** Whether it stays open when the search of the address becomes this one. */
  stays: (search: EntrySearch) => boolean;
}

interface Guard {
  register: (form: Unsaved) => () => void;
  /** Goes on once there is nothing to save in the forms of a place, or somebody said to go all the same. */
  leave: (place: string, go: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

/** Asks before the page, or a part of it, is left with changes that are not saved. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { t } = useSpeech();
  const forms = useRef<Unsaved[]>([]);
  const [asked, ask] = useState<{ forms: Unsaved[]; go: () => void }>();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => forms.current.length > 0,
    shouldBlockFn: ({ current, next }) => {
      // A session that ended leads to the sign-in and back: what was typed is kept here.
      if (next.routeId === '/sign-in') return false;
      if (next.pathname !== current.pathname) return forms.current.length > 0;
      return forms.current.some((form) => !form.stays(next.search as EntrySearch));
    },
  });
  const guard = useMemo<Guard>(
    () => ({
      register: (form) => {
        forms.current.push(form);
        return () => void (forms.current = forms.current.filter((each) => each !== form));
      },
      leave: (place, go) => {
        const own = forms.current.filter((each) => each.place === place);
        if (own.length === 0) go();
        else ask({ forms: own, go });
      },
    }),
    [],
  );
  const close = () => (asked ? ask(undefined) : blocker.reset?.());
  const go = () => {
    ask(undefined);
    if (asked) asked.go();
    else blocker.proceed?.();
  };
  const saveAll = async () => {
    for (const form of asked?.forms ?? [...forms.current]) {
      if ((await form.save()) !== undefined) continue;
      close();
      return;
    }
    go();
  };
  return (
    <GuardContext value={guard}>
      {children}
      <LeaveQuestion opened={asked !== undefined || blocker.status === 'blocked'} hint={t('entry.leaveHint')} stay={close} leave={go} save={saveAll} />
    </GuardContext>
  );
}

export function useGuard(): Guard {
  const guard = use(GuardContext);
  if (!guard) throw new Error('useGuard is called outside UnsavedGuard');
  return guard;
}

/** Says that a form has changes, for as long as it has. */
export function useUnsaved({ place, dirty, save, stays }: Unsaved & { dirty: boolean }): void {
  const { register } = useGuard();
  const saveLatest = useEffectEvent(save);
  const staysLatest = useEffectEvent(stays);
  useEffect(() => {
    if (!dirty) return;
    return register({ place, save: () => saveLatest(), stays: (search) => staysLatest(search) });
  }, [register, place, dirty]);
}

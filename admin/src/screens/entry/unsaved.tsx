import { useBlocker } from '@tanstack/react-router';
import { createContext, use, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';

import { focusFirstInvalid } from '../../forms/focus';
import { useSpeech } from '../../i18n/text';
import { LeaveQuestion } from '../../ui/LeaveQuestion';
import { notifyFailure } from '../../ui/notify';
import { areKept, hasFailed, isOpen, needsAnswer, saveAll, type Form } from './leaving';
import type { EntrySearch } from './search';
import type { EntryEditor } from './editor';

/** A form on the page, and whether it stays open when the search of the address becomes another one. */
interface Watched extends Form {
  stays: (search: EntrySearch) => boolean;
}

interface Guard {
  register: (form: Watched) => () => void;
  /** Goes on once there is nothing to save in the forms of a place, or somebody said to go all the same. */
  leave: (place: string, go: () => void) => void;
}

const GuardContext = createContext<Guard | null>(null);

/** Saves what saves itself, and asks about the rest, before the page, or a part of it, is left (decision 305). */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const forms = useRef<Watched[]>([]);
  const [changes, changed] = useReducer((count: number) => count + 1, 0);
  const [left, setLeft] = useState<{ forms: () => Form[]; go: () => void }>();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => forms.current.some(({ state }) => state().dirty),
    shouldBlockFn: ({ current, next }) => {
      // A session that ended leads to the sign-in and back: what was typed is kept here.
      if (next.routeId === '/sign-in') return false;
      if (next.pathname !== current.pathname) return forms.current.some(isOpen);
      return forms.current.some((form) => isOpen(form) && !form.stays(next.search as EntrySearch));
    },
  });
  const guard = useMemo<Guard>(
    () => ({
      register: (form) => {
        forms.current.push(form);
        changed();
        return () => {
          forms.current = forms.current.filter((each) => each !== form);
          changed();
        };
      },
      leave: (place, go) => {
        const own = () => forms.current.filter((each) => each.place === place);
        if (own().some(isOpen)) setLeft({ forms: own, go });
        else go();
      },
    }),
    [],
  );
  const leftGo = () => {
    setLeft(undefined);
    left?.go();
  };
  return (
    <GuardContext value={guard}>
      {children}
      {left && <Leaving changes={changes} forms={left.forms} stay={() => setLeft(undefined)} go={leftGo} />}
      {!left && blocker.status === 'blocked' && <Leaving changes={changes} forms={() => forms.current} stay={blocker.reset} go={blocker.proceed} />}
    </GuardContext>
  );
}

/** How long what saves itself is on its way before the question is asked, in milliseconds. */
const patience = 3000;

/** How long after a question is closed the focus is its own again, in milliseconds. */
const focusReturns = 250;

interface LeavingProps {
  /** Another number whenever the forms are others. */
  changes: number;
  forms: () => readonly Form[];
  stay: () => void;
  go: () => void;
}

/** What somebody is asked with: which form could not be saved, if one was tried, and whether what is typed stays in the browser. */
interface Asked {
  failed: string | undefined;
  isKept: boolean;
}

/** Somebody wants to leave. Once nothing is unsaved any more they go, whether the question was asked by then or not. */
function Leaving({ changes, forms, stay, go }: LeavingProps) {
  const speech = useSpeech();
  const { t } = speech;
  const [asked, ask] = useState<Asked>();
  /** Saves all that saves itself, where that is all; or else tells what keeps somebody from going, and whether it was refused. */
  const saveWhatMay = useEffectEvent(async (): Promise<'saved' | Asked> => {
    const isTried = !forms().some(needsAnswer);
    const left = isTried ? await saveAll(forms()) : forms().find(hasFailed);
    if (isTried && !left && !forms().some(needsAnswer)) return 'saved'; // somebody may have typed meanwhile
    return { failed: left && !(isTried && left.state().wasDeclined()) ? left.state().idPrefix : undefined, isKept: areKept(forms()) };
  });
  const goOn = useEffectEvent(go);
  const askInTime = useEffectEvent(() => {
    if (!forms().some(({ state }) => state().isAsking())) ask({ failed: undefined, isKept: areKept(forms()) });
  });
  const goWhenSaved = useEffectEvent(() => {
    if (!forms().some(({ state }) => state().dirty)) go();
  });
  useEffect(() => {
    if (asked) return;
    let over = false;
    const timer = setInterval(askInTime, patience);
    void saveWhatMay().then((saved) => {
      if (over) return;
      if (saved === 'saved') goOn();
      else ask(saved);
    });
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [asked]);
  useEffect(() => {
    if (asked) goWhenSaved();
  }, [asked, changes]);
  const saveAndGo = async () => {
    const left = await saveAll(forms());
    if (!left) {
      go();
      return;
    }
    notifyFailure(speech, new Error(t('leave.notSavedHint')), t('leave.notSaved'));
    stayAt(left.state().idPrefix);
  };
  const stayAt = (idPrefix: string) => {
    stay();
    setTimeout(() => focusFirstInvalid(idPrefix), focusReturns);
  };
  const failed = asked?.failed;
  const isKept = asked?.isKept ?? true;
  const hint = isKept ? (failed === undefined ? 'entry.leaveHint' : 'entry.leaveFailedHint') : 'entry.leaveLostHint';
  return <LeaveQuestion opened={asked !== undefined} hint={t(hint)} stay={() => (failed === undefined ? stay() : stayAt(failed))} leave={go} {...(failed === undefined ? { save: saveAndGo } : { isKept })} />;
}

export function useGuard(): Guard {
  const guard = use(GuardContext);
  if (!guard) throw new Error('useGuard is called outside UnsavedGuard');
  return guard;
}

interface UnsavedProps {
  place: string;
  editor: EntryEditor;
  save?: () => Promise<unknown>;
  stays?: (search: EntrySearch) => boolean;
}

const always = () => true;

/** Says that a form has changes that are not saved, or not as the entry, for as long as it has. */
export function useUnsaved({ place, editor, save = editor.save, stays = always }: UnsavedProps): void {
  const { register } = useGuard();
  const saveLatest = useEffectEvent(save);
  const staysLatest = useEffectEvent(stays);
  const state = useEffectEvent(() => editor);
  const { keeps, draft } = editor;
  // What was found, and stays as it was, is there again the next time.
  const dirty = editor.dirty && !(draft.isAsFound && draft.kept);
  useEffect(() => {
    if (!dirty && !keeps) return;
    return register({ place, state: () => state(), save: () => saveLatest(), stays: (search) => staysLatest(search) });
  }, [register, place, dirty, keeps]);
}

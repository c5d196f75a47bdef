import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';

import { useSpeech } from '../i18n/text';
import type { Fault } from './frame';
import { pointerTo, type Path } from './pointer';

/** Hears whether a form, by its idPrefix, has a control whose text is no value. */
export type TellUnread = (form: string, is: boolean) => void;

/**
 * The controls whose text cannot be read, such as JSON that is not finished. The value of the form does not have what is
 * in them, so that it must not be sent: `tell` hears of it, and the controls say it themselves.
 */
export function useUnread(form: string, tell: TellUnread | undefined) {
  const { t } = useSpeech();
  const [paths, setPaths] = useState<ReadonlyMap<string, Path>>(new Map());
  const note = useCallback((path: Path, is: boolean) => {
    const pointer = pointerTo(path);
    setPaths((before) => {
      if (before.has(pointer) === is) return before;
      const others = [...before].filter(([each]) => each !== pointer);
      return new Map(is ? [...others, [pointer, path]] : others);
    });
  }, []);
  const any = paths.size > 0;
  const told = useEffectEvent((is: boolean) => tell?.(form, is));
  useEffect(() => {
    if (!any) return;
    told(true);
    return () => told(false);
  }, [any]);
  const faults = useMemo(() => [...paths].map(([at, path]): Fault => ({ at, path, message: t('forms.json.broken') })), [paths, t]);
  return { faults, note };
}

/** For whoever sends what forms hold: the first form that has such a control. */
export function useUnreadForms(): { first: string | undefined; tell: TellUnread } {
  const [forms, setForms] = useState<readonly string[]>([]);
  const tell = useCallback<TellUnread>((form, is) => setForms((before) => [...before.filter((each) => each !== form), ...(is ? [form] : [])]), []);
  return { first: forms[0], tell };
}

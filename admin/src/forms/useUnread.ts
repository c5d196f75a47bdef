import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';

import { useSpeech } from '../i18n/text';
import type { Fault, Unread } from './frame';
import { pointerTo, type Path } from './pointer';

/** Hears whether a form, by its idPrefix, has a control with something that is in no value. */
export type TellUnread = (form: string, is: boolean) => void;

const words = { json: 'forms.json.broken', moment: 'forms.moment.half', upload: 'forms.media.underway', reference: 'forms.reference.underway' } as const;

/**
 * The controls with something that is in no value yet, such as JSON that is not finished, or a file on its way. The value
 * of the form does not have it, so that it must not be sent: `tell` hears of it, and the fields say it. Of a file on its
 * way, of a date that is being typed and of an entry that is looked for, they say it only to who `tried` to send the form: nothing is wrong with it yet.
 */
export function useUnread(form: string, tell: TellUnread | undefined, tried = false) {
  const { t } = useSpeech();
  const [fields, setFields] = useState<ReadonlyMap<string, { path: Path; why: Unread }>>(new Map());
  const note = useCallback((path: Path, why: Unread | undefined) => {
    const pointer = pointerTo(path);
    setFields((before) => {
      if (before.get(pointer)?.why === why) return before;
      const others = [...before].filter(([each]) => each !== pointer);
      return new Map(why ? [...others, [pointer, { path, why }]] : others);
    });
  }, []);
  const any = fields.size > 0;
  const told = useEffectEvent((is: boolean) => tell?.(form, is));
  useEffect(() => {
    if (!any) return;
    told(true);
    return () => told(false);
  }, [any]);
  const faults = useMemo(
    () => [...fields].flatMap(([at, { path, why }]): Fault[] => (why !== 'json' && !tried ? [] : [{ at, path, message: t(words[why]) }])),
    [fields, tried, t],
  );
  return { faults, note };
}

/** For whoever sends what forms hold: the first form that has such a control. */
export function useUnreadForms(): { first: string | undefined; tell: TellUnread } {
  const [forms, setForms] = useState<readonly string[]>([]);
  const tell = useCallback<TellUnread>((form, is) => setForms((before) => [...before.filter((each) => each !== form), ...(is ? [form] : [])]), []);
  return { first: forms[0], tell };
}

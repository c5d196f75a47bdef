import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useSyncExternalStore } from 'react';

import { useCollection } from '../api/session';
import type { PresentPerson } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { notifyNews } from '../ui/notify';
import { fieldTitle } from '../values/schema';
import { calledBy } from './person';
import type { PresenceStore } from './store';

/** Tells once that somebody has changes which they cannot save before they choose, until they have (decision 381). */
export function UnsavedNews({ store, collection: name }: { store: PresenceStore; collection: string }) {
  const speech = useSpeech();
  const collection = useCollection(name);
  const { people } = useSyncExternalStore(store.watch, store.get);
  const told = useRef(new Map<string, string>());
  useEffect(() => {
    const waiting = new Map<string, PresentPerson>(people.flatMap((person) => (person.unsaved ? [[`${person.id} ${person.unsaved.field} ${person.unsaved.block}`, person] as const] : [])));
    for (const [key, notification] of told.current) {
      if (waiting.has(key)) continue;
      notifications.hide(notification);
      told.current.delete(key);
    }
    for (const [key, person] of waiting) {
      if (told.current.has(key)) continue;
      const field = person.unsaved?.field.split('/')[1] ?? '';
      told.current.set(key, notifyNews(speech, speech.t('together.unsavedIn', { name: calledBy(speech, person.name), field: collection ? fieldTitle(speech, collection, field) : field })));
    }
  }, [people, collection, speech]);
  useEffect(() => {
    const all = told.current;
    return () => all.forEach((notification) => notifications.hide(notification));
  }, []);
  return null;
}

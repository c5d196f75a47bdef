import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { useCollection } from '../api/session';
import type { Presence } from '../api/types.gen';
import { useSpeech, type Speech } from '../i18n/text';
import { fieldTitle } from '../values/schema';
import { calledBy } from './person';
import { usePresence } from './store';

/** Says to who cannot see it that somebody came, left, or began to type. */
export function Announcement({ collection: name }: { collection: string }) {
  const speech = useSpeech();
  const collection = useCollection(name);
  const presence = usePresence();
  const before = useRef<Presence>(presence);
  const [said, say] = useState('');
  useEffect(() => {
    const words = news(speech, before.current, presence, (field) => (collection ? fieldTitle(speech, collection, field) : field));
    before.current = presence;
    if (words) say(words);
  }, [speech, presence, collection]);
  return (
    <VisuallyHidden aria-live="polite" data-together>
      {said}
    </VisuallyHidden>
  );
}

/** What is worth a word between two moments; '' for nothing. */
export function news(speech: Pick<Speech, 't'>, before: Presence, now: Presence, titleOf: (field: string) => string): string {
  const was = new Map(before.people.map((person) => [person.id, person]));
  const words = now.people.flatMap((person) => {
    const known = was.get(person.id);
    const name = calledBy(speech, person.name);
    if (person.typing && !(known?.typing === true && known.field === person.field)) {
      return [speech.t('together.typesIn', { name, field: titleOf(person.field.split('/')[1] ?? '') })];
    }
    return known ? [] : [speech.t('together.came', { name })];
  });
  const left = before.people.filter(({ id }) => !now.people.some((person) => person.id === id)).map(({ name }) => speech.t('together.left', { name: calledBy(speech, name) }));
  return [...words, ...left].join(' ');
}

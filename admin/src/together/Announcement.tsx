import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { useCollection } from '../api/session';
import { useSpeech, type Speech } from '../i18n/text';
import { fieldTitle } from '../values/schema';
import { calledBy } from './person';
import { useEveryone, type Everyone, type Someone } from './store';

/** Says to who cannot see it that somebody came, left, or began to type. */
export function Announcement({ collection: name, along: other }: { collection: string; along?: string | undefined }) {
  const speech = useSpeech();
  const collection = useCollection(name);
  const along = useCollection(other ?? '');
  const presence = useEveryone();
  const before = useRef<Everyone>(presence);
  const [said, say] = useState('');
  useEffect(() => {
    const words = news(speech, before.current, presence, (field, person) => {
      const of = person.along ? along : collection;
      return of ? fieldTitle(speech, of, field) : field;
    });
    before.current = presence;
    if (words) say(words);
  }, [speech, presence, collection, along]);
  return (
    <VisuallyHidden aria-live="polite" data-together>
      {said}
    </VisuallyHidden>
  );
}

/** What is worth a word between two moments; '' for nothing. */
export function news(speech: Pick<Speech, 't'>, before: Everyone, now: Everyone, titleOf: (field: string, person: Someone) => string): string {
  const was = new Map(before.people.map((person) => [person.id, person]));
  const words = now.people.flatMap((person) => {
    const known = was.get(person.id);
    const name = calledBy(speech, person.name);
    if (person.typing && !(known?.typing === true && known.field === person.field && known.along === person.along)) {
      return [speech.t('together.typesIn', { name, field: titleOf(person.field.split('/')[1] ?? '', person) })];
    }
    return known ? [] : [speech.t('together.came', { name })];
  });
  const left = before.people.filter(({ id }) => !now.people.some((person) => person.id === id)).map(({ name }) => speech.t('together.left', { name: calledBy(speech, name) }));
  return [...words, ...left].join(' ');
}

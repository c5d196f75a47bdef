import { expect, it } from 'vitest';

import type { Person } from '../../api/types.gen';
import type { Speech } from '../../i18n/text';
import { writersOf } from './writers';

const speech = { t: (key: string) => key, language: 'en' } as unknown as Speech;
const [eva, olga] = [{ id: 'eva', name: 'Eva' }, { id: 'olga', name: 'Olga' }] as Person[] as [Person, Person];

it.each([
  ['two people', olga, eva, 'Olga and Eva'],
  ['one', eva, eva, 'Eva'],
  ['oneself and somebody', { id: 'me', name: 'Me' }, eva, 'person.you and Eva'],
  ['nobody in particular', null, null, 'entry.nobody'],
  ['somebody whose draft the site went on with', olga, null, 'Olga and entry.nobody'],
])('a draft is of %s', (_, begunBy, savedBy, names) => {
  expect(writersOf(speech, { begunBy, savedBy }, 'me')).toBe(names);
});

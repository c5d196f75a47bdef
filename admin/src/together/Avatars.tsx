import { Tooltip } from '@mantine/core';

import type { PresentPerson } from '../api/types.gen';
import { useSpeech } from '../i18n/text';
import { calledBy, initialsOf, toneOf } from './person';
import { useEveryone } from './store';
import classes from './together.module.css';

/** How many are shown one by one. */
const most = 4;

/** Who else has the entry open. */
export function Avatars() {
  const { t } = useSpeech();
  const { people, more } = useEveryone();
  if (people.length === 0) return null;
  const rest = people.length - most + more;
  return (
    <ul className={classes['avatars']} aria-label={t('together.here')}>
      {people.slice(0, most).map((person) => (
        <li key={person.id}>
          <Avatar person={person} />
        </li>
      ))}
      {rest > 0 && <li className={classes['avatar']}>{`+${rest}`}</li>}
    </ul>
  );
}

function Avatar({ person }: { person: PresentPerson }) {
  const speech = useSpeech();
  const name = calledBy(speech, person.name);
  const label = person.typing ? speech.t('together.typing', { name }) : name;
  return (
    <Tooltip label={label} openDelay={100}>
      <span role="img" aria-label={label} className={classes['avatar']} data-tone={toneOf(person)} data-typing={person.typing || undefined}>
        {initialsOf(name)}
      </span>
    </Tooltip>
  );
}

import { Anchor, Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ArticlePart, Collection } from '../../../api/types.gen';
import type { PlainKey } from '../../../i18n/message';
import { useSpeech } from '../../../i18n/text';
import type { Data } from '../../../values/data';
import { useLost } from '../lost';
import { useWordless } from '../wordless';
import classes from './Article.module.css';
import type { PartFault } from './faults';
import { partName } from './words';

interface PartRowProps {
  part?: ArticlePart;
  /** The language that there is nothing in yet. */
  missing?: string;
  /** What the part is of, and what it has now. */
  collection?: Collection;
  data?: Data | undefined;
  faults: readonly PartFault[];
  /** What refers to it by a value that changes. */
  behind?: readonly PartFault[];
  chosen?: boolean;
  /** Missing for what goes with the others. */
  choose?: (on: boolean) => void;
  lead: (field: string, locale: string | undefined) => void;
  /** What can be filled in here. */
  children?: ReactNode;
}

/** A part of an article: its state, and what keeps it from being published, each with a way to its field. */
export function PartRow({ part, missing, collection, data, faults, behind = [], chosen = false, choose, lead, children }: PartRowProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const lost = useLost(collection, data);
  const wordless = useWordless(part?.waits ? collection : undefined, data);
  const locale = part?.locale ?? missing;
  const name = partName({ ...(locale ? { locale } : {}) }, speech);
  return (
    <li className={classes['row']}>
      {choose && part?.waits ? (
        <Checkbox label={name} description={t(stateOf(part))} checked={chosen} onChange={(event) => choose(event.currentTarget.checked)} />
      ) : (
        <>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {part ? t(!part.locale && part.waits ? 'article.sharedHint' : stateOf(part)) : t('article.none')}
          </Text>
        </>
      )}
      {missing && (
        <Anchor component="button" type="button" size="sm" onClick={() => lead('', missing)}>
          {t('article.toPart', { part: name })}
        </Anchor>
      )}
      {part && faults.length > 0 && <FaultList said={plural('article.faults', faults.length)} faults={faults} part={name} lead={(pointer) => lead(pointer, part.locale)} />}
      {part?.waits && behind.length > 0 && <FaultList said={t('article.behind')} faults={behind} part={name} lead={(pointer) => lead(pointer, part.locale)} />}
      {part?.waits && lost.length > 0 && <FaultList said={t('article.lost')} faults={lost} part={name} lead={(pointer) => lead(pointer, part.locale)} />}
      {part && wordless.length > 0 && <FaultList said={t('article.wordless')} faults={wordless} part={name} lead={(pointer) => lead(pointer, part.locale)} />}
      {children}
    </li>
  );
}

function stateOf({ status, served, waits }: ArticlePart): PlainKey {
  if (status === 'archived') return 'article.archived';
  if (served) return waits ? 'article.changes' : 'article.public';
  return 'article.first';
}

/** What is to be said of fields, each with a way there. */
function FaultList({ said, faults, part, lead }: { said: string; faults: readonly PartFault[]; part: string; lead: (pointer: string) => void }) {
  const { t } = useSpeech();
  return (
    <Text size="sm" component="div" mt={6}>
      {said}
      <ul className={classes['faults']}>
        {faults.map(({ pointer, field, message }) => (
          <li key={`${pointer} ${message}`}>
            <Anchor component="button" type="button" size="sm" onClick={() => lead(pointer)}>
              {field === '' ? t('article.toPart', { part }) : field}
            </Anchor>
            {': '}
            {message}
          </li>
        ))}
      </ul>
    </Text>
  );
}

import { Anchor, Checkbox, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ArticlePart } from '../../../api/types.gen';
import type { PlainKey } from '../../../i18n/message';
import { useSpeech } from '../../../i18n/text';
import classes from './Article.module.css';
import type { PartFault } from './faults';
import { partName } from './words';

interface PartRowProps {
  part?: ArticlePart;
  /** The language that there is nothing in yet. */
  missing?: string;
  faults: readonly PartFault[];
  chosen?: boolean;
  /** Missing for what goes with the others. */
  choose?: (on: boolean) => void;
  lead: (field: string, locale: string | undefined) => void;
  /** What can be filled in here. */
  children?: ReactNode;
}

/** A part of an article: its state, and what keeps it from being published, each with a way to its field. */
export function PartRow({ part, missing, faults, chosen = false, choose, lead, children }: PartRowProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
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
      {part && faults.length > 0 && (
        <Text size="sm" component="div" mt={6}>
          {plural('article.faults', faults.length)}
          <ul className={classes['faults']}>
            {faults.map(({ pointer, field, message }) => (
              <li key={`${pointer} ${message}`}>
                <Anchor component="button" type="button" size="sm" onClick={() => lead(pointer, part.locale)}>
                  {field === '' ? t('article.toPart', { part: name }) : field}
                </Anchor>
                {': '}
                {message}
              </li>
            ))}
          </ul>
        </Text>
      )}
      {children}
    </li>
  );
}

function stateOf({ status, served, waits }: ArticlePart): PlainKey {
  if (status === 'archived') return 'article.archived';
  if (served) return waits ? 'article.changes' : 'article.public';
  return 'article.first';
}

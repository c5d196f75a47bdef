import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

import type { ScheduledMove } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { Icon, type IconName } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { Rows } from '../../ui/Rows';
import { pageOf } from './pageOf';
import { dayOf, type Day, type Happening } from './month';
import classes from './Calendar.module.css';
import { HappeningRow } from './MoveRow';

/** How much of a day stands in its cell; the rest is behind its number. */
const most = 3;

interface MonthGridProps {
  weeks: Day[][];
  days: ReadonlyMap<number, Happening[]>;
  /** What the month is called. */
  name: string;
}

/** A month as a table of its weeks. The number of a day opens all that is on it. */
export function MonthGrid({ weeks, days, name }: MonthGridProps) {
  const { language } = useSpeech();
  const [open, setOpen] = useState<{ start: number; opened: boolean }>({ start: 0, opened: false });
  const [today] = useState(() => dayOf(Date.now()));
  const close = () => setOpen((now) => ({ ...now, opened: false }));
  return (
    <>
      <table className={classes['grid']}>
        <VisuallyHidden component="caption">{name}</VisuallyHidden>
        <thead>
          <tr>
            {weeks[0]?.map(({ start }) => (
              <th key={start} scope="col" abbr={new Date(start).toLocaleDateString(language, { weekday: 'long' })}>
                {new Date(start).toLocaleDateString(language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.start}>
              {week.map((day) => (
                <Cell key={day.start} day={day} today={day.start === today} happenings={days.get(day.start) ?? []} open={() => setOpen({ start: day.start, opened: true })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog opened={open.opened} close={close} size="lg" title={dayName(open.start, language)}>
        <Rows>
          {(days.get(open.start) ?? []).map((each) => (
            <HappeningRow key={keyOf(each)} happening={each} />
          ))}
        </Rows>
      </Dialog>
    </>
  );
}

/** What is to come, or failed, before what was published: that is what one looks for. */
const waitingFirst = (all: readonly Happening[]) => [...all.filter(({ kind }) => kind !== 'made'), ...all.filter(({ kind }) => kind === 'made')];

export const dayName = (start: number, language: string) => new Date(start).toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long' });

export const keyOf = (each: Happening) => `${each.kind} ${each.collection} ${each.entry} ${each.kind === 'made' ? each.made.version : each.move.direction}`;

function Cell({ day: { start, own }, today, happenings, open }: { day: Day; today: boolean; happenings: Happening[]; open: () => void }) {
  const { t, plural, language } = useSpeech();
  const number = new Date(start).getDate();
  return (
    <td data-beside={!own || undefined} data-today={today || undefined} aria-current={today ? 'date' : undefined}>
      {happenings.length === 0 ? (
        <span className={classes['number']}>{number}</span>
      ) : (
        <UnstyledButton className={classes['number']} onClick={open} aria-label={`${dayName(start, language)}: ${plural('calendar.things', happenings.length)}`}>
          {number}
        </UnstyledButton>
      )}
      {happenings.length > 0 && (
        <ul className={classes['chips']}>
          {waitingFirst(happenings).slice(0, most).map((each) => (
            <Chip key={keyOf(each)} happening={each} />
          ))}
        </ul>
      )}
      {happenings.length > most && (
        <UnstyledButton className={classes['more']} onClick={open}>
          {t('calendar.rest', { count: happenings.length - most })}
        </UnstyledButton>
      )}
    </td>
  );
}

/** What is set is told by what it will do. */
const chips: Record<ScheduledMove['direction'], IconName> = { publish: 'clock', unpublish: 'unpublish', release: 'release' };

function Chip({ happening }: { happening: Happening }) {
  const { t, language } = useSpeech();
  const { at, title, entry, collection, kind } = happening;
  const time = new Date(at).toLocaleTimeString(language, { timeStyle: 'short' });
  const direction = kind === 'made' ? 'publish' : happening.move.direction;
  const icon: IconName = kind === 'failed' ? 'alert' : kind === 'made' ? 'check' : chips[direction];
  const does = kind === 'made' ? t('calendar.published') : kind === 'failed' ? t(`calendar.refused.${direction}`) : t(`calendar.does.${direction}`);
  return (
    <li>
      <LinkAnchor {...pageOf({ direction, collection, entry })} className={classes['chip'] ?? ''} data-kind={kind} title={`${does}: ${title || t('value.untitled')}`}>
        <Icon name={icon} size={12} />
        <VisuallyHidden>{does}: </VisuallyHidden>
        <span className={classes['time']}>{time}</span>
        <span className={classes['title']}>{title || t('value.untitled')}</span>
      </LinkAnchor>
    </li>
  );
}

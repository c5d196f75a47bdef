import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

import { useCollection } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { collectionIcon } from '../../ui/collectionIcon';
import { Dialog } from '../../ui/Dialog';
import { Icon, type IconName } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import { Rows } from '../../ui/Rows';
import { useNamedTitles } from '../../values/useTitles';
import { pageOf } from './pageOf';
import { dayName, dayOf, isAhead, type Day, type Happening } from './month';
import classes from './Calendar.module.css';
import { HappeningRow } from './MoveRow';

/** How much of a day stands in its cell; the rest is behind its number. */
const most = 3;

interface MonthGridProps {
  weeks: Day[][];
  days: ReadonlyMap<number, Happening[]>;
  /** What the month is called. */
  name: string;
  /** Begins something for a day, where somebody may. */
  add?: (day: number) => void;
}

/** A month as a table of its weeks. The number of a day opens all that is on it, its plus begins something for it. */
export function MonthGrid({ weeks, days, name, add }: MonthGridProps) {
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
                <Cell
                  key={day.start}
                  day={day}
                  today={day.start === today}
                  happenings={days.get(day.start) ?? []}
                  open={() => setOpen({ start: day.start, opened: true })}
                  {...(add && isAhead(day.start) ? { add: () => add(day.start) } : {})}
                />
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

export const keyOf = (each: Happening) => `${each.kind} ${each.collection} ${each.entry} ${each.kind === 'made' ? `${each.at} ${each.made.version}` : each.move.direction}`;

interface CellProps {
  day: Day;
  today: boolean;
  happenings: Happening[];
  open: () => void;
  /** Begins something for the day. */
  add?: () => void;
}

function Cell({ day: { start, own }, today, happenings, open, add }: CellProps) {
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
      {add && (
        <UnstyledButton className={classes['add']} onClick={add} aria-label={t('calendar.addOn', { day: dayName(start, language) })} title={t('calendar.add')}>
          <Icon name="plus" size={14} />
        </UnstyledButton>
      )}
      {happenings.length > most && (
        <UnstyledButton className={classes['more']} onClick={open}>
          {t('calendar.rest', { count: happenings.length - most })}
        </UnstyledButton>
      )}
    </td>
  );
}

/** What became of it, or will, where its color alone would say it. */
function signOf(happening: Happening): IconName | undefined {
  if (happening.kind === 'failed') return 'alert';
  if (happening.kind === 'made') return 'check';
  return happening.move.direction === 'unpublish' ? 'unpublish' : undefined;
}

function Chip({ happening }: { happening: Happening }) {
  const { t, language } = useSpeech();
  const { at, entry, collection: name, kind } = happening;
  const collection = useCollection(name);
  const title = useNamedTitles()(happening);
  const time = new Date(at).toLocaleTimeString(language, { timeStyle: 'short' });
  const { direction, parts } = kind === 'made' ? happening.made : happening.move;
  const sign = signOf(happening);
  const does = kind === 'made' ? t('calendar.published') : kind === 'failed' ? t(`calendar.refused.${direction}`) : t(`calendar.does.${direction}`);
  return (
    <li>
      <LinkAnchor {...pageOf({ direction, collection: name, entry, parts })} className={classes['chip'] ?? ''} data-kind={kind} title={`${does}: ${title}`}>
        <Icon name={direction === 'release' ? 'release' : collectionIcon(collection)} size={12} />
        <VisuallyHidden>{does}: </VisuallyHidden>
        <span className={classes['time']}>{time}</span>
        <span className={classes['title']}>{title}</span>
        {sign && <Icon name={sign} size={12} />}
      </LinkAnchor>
    </li>
  );
}

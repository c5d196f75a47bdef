import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';

import { useShortcut } from '../app/shortcuts';
import { useSpeech } from '../i18n/text';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/icons';
import { Rows } from '../ui/Rows';
import { dayName, dayOf, isAhead, type Day } from './month';
import classes from './MonthGrid.module.css';

/** How much of a day stands in its cell; the rest is behind its number. */
const most = 3;

/** What a month shows on its days. */
export interface Shown<Thing> {
  days: ReadonlyMap<number, Thing[]>;
  keyOf: (thing: Thing) => string;
  /** In the cell of its day. What has `data-chip` is walked by keys. */
  chip: (thing: Thing) => ReactNode;
  /** Among all of its day. */
  row: (thing: Thing) => ReactNode;
  /** What stands in a cell before the rest of its day. */
  foremost?: (things: readonly Thing[]) => Thing[];
}

interface MonthGridProps<Thing> extends Shown<Thing> {
  weeks: Day[][];
  /** What the month is called. */
  name: string;
  /** Begins something for a day, where somebody may. */
  add?: (day: number) => void;
  /** What is dragged now comes to a day. */
  drop?: ((day: number) => void) | undefined;
  /** The things are those of before, while others are on their way. */
  faded?: boolean;
}

/** A month as a table of its weeks. The number of a day opens all that is on it, its plus begins something for it. */
export function MonthGrid<Thing>({ weeks, name, add, drop, faded = false, ...shown }: MonthGridProps<Thing>) {
  const { language } = useSpeech();
  const [open, setOpen] = useState<{ start: number; opened: boolean }>({ start: 0, opened: false });
  const [today] = useState(() => dayOf(Date.now()));
  const close = () => setOpen((now) => ({ ...now, opened: false }));
  const table = useChipKeys();
  return (
    <>
      <table ref={table} className={classes['grid']} data-faded={faded || undefined} aria-busy={faded || undefined}>
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
                <Cell<Thing>
                  key={day.start}
                  day={day}
                  today={day.start === today}
                  shown={shown}
                  open={() => setOpen({ start: day.start, opened: true })}
                  add={add && isAhead(day.start) ? () => add(day.start) : undefined}
                  drop={drop && isAhead(day.start) ? () => drop(day.start) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog opened={open.opened} close={close} size="lg" title={dayName(open.start, language)}>
        <Rows>{(shown.days.get(open.start) ?? []).map((each) => shown.row(each))}</Rows>
      </Dialog>
    </>
  );
}

/** Walks what stands on the days of a month by keys: j and k, as the rows of a list. */
function useChipKeys() {
  const table = useRef<HTMLTableElement>(null);
  const walk = (by: number) => {
    const chips = [...(table.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const at = chips.findIndex((each) => each === document.activeElement);
    chips[Math.max(0, Math.min(chips.length - 1, at + by))]?.focus();
  };
  useShortcut({ keys: 'j', label: 'shortcuts.next', group: 'list' }, () => walk(1));
  useShortcut({ keys: 'k', label: 'shortcuts.previous', group: 'list' }, () => walk(-1));
  return table;
}

interface CellProps<Thing> {
  day: Day;
  today: boolean;
  shown: Shown<Thing>;
  open: () => void;
  /** Begins something for the day. */
  add: (() => void) | undefined;
  drop: (() => void) | undefined;
}

function Cell<Thing>({ day: { start, own }, today, shown, open, add, drop }: CellProps<Thing>) {
  const { t, plural, language } = useSpeech();
  const number = new Date(start).getDate();
  const things = shown.days.get(start) ?? [];
  return (
    <td data-beside={!own || undefined} data-today={today || undefined} aria-current={today ? 'date' : undefined} {...useDrop(drop)}>
      {things.length === 0 ? (
        <span className={classes['number']}>{number}</span>
      ) : (
        <UnstyledButton className={classes['number']} onClick={open} aria-label={`${dayName(start, language)}: ${plural('calendar.things', things.length)}`}>
          {number}
        </UnstyledButton>
      )}
      {things.length > 0 && (
        <ul className={classes['chips']}>
          {(shown.foremost?.(things) ?? things).slice(0, most).map((each) => (
            <li key={shown.keyOf(each)}>{shown.chip(each)}</li>
          ))}
        </ul>
      )}
      {add && (
        <UnstyledButton className={classes['add']} onClick={add} aria-label={t('calendar.addOn', { day: dayName(start, language) })} title={t('calendar.add')}>
          <Icon name="plus" size={14} />
        </UnstyledButton>
      )}
      {things.length > most && (
        <UnstyledButton className={classes['more']} onClick={open}>
          {t('calendar.rest', { count: things.length - most })}
        </UnstyledButton>
      )}
    </td>
  );
}

/** What makes a cell a place to drop something on, while something is dragged that it takes. */
function useDrop(drop: (() => void) | undefined) {
  const [over, setOver] = useState(false);
  if (!drop) return {};
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => !currentTarget.contains(relatedTarget as Node | null) && setOver(false);
  return {
    'data-takes': true,
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: leave,
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      drop();
    },
  };
}

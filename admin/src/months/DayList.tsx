import { Title } from '@mantine/core';

import { useSpeech } from '../i18n/text';
import { Rows } from '../ui/Rows';
import { dayName, type Day } from './month';
import type { Shown } from './MonthGrid';

/** The days of a month that have something, below each other, where there is no room for a grid. */
export function DayList<Thing>({ weeks, days, row }: { weeks: Day[][] } & Pick<Shown<Thing>, 'days' | 'row'>) {
  const { language } = useSpeech();
  return weeks
    .flat()
    .filter(({ start, own }) => own && days.has(start))
    .map(({ start }) => (
      <section key={start} aria-label={dayName(start, language)}>
        <Title order={3} mt="sm" mb={4}>
          {dayName(start, language)}
        </Title>
        <Rows>{days.get(start)?.map((each) => row(each))}</Rows>
      </section>
    ));
}

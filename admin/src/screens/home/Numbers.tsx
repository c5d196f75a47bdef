import { ScrollArea, Table } from '@mantine/core';

import type { Statistics } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Dialog } from '../../ui/Dialog';
import { momentsOf } from './buckets';

/** The chart as a table, the latest first. */
export function Numbers({ title, statistics, opened, close }: { title: string; statistics: Statistics; opened: boolean; close: () => void }) {
  const { t, number, language } = useSpeech();
  const moments = momentsOf(language, statistics.bucketMs);
  return (
    <Dialog opened={opened} close={close} title={title}>
      <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
        <Table stickyHeader aria-label={title} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('home.numbersTime')}</Table.Th>
              <Table.Th scope="col" ta="right">
                {t('home.numbersCount')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {statistics.buckets.toReversed().map(({ start, count }) => (
              <Table.Tr key={start}>
                <Table.Td>{moments.format(start)}</Table.Td>
                <Table.Td ta="right">{number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Dialog>
  );
}

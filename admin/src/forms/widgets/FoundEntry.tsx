import { Combobox, Group, Text } from '@mantine/core';

import type { Collection, EntrySummary } from '../../api/types.gen';
import { EntryStatus } from '../../ui/EntryStatus';
import { useTitles } from '../../values/useTitles';

/** An entry that was found, as an option of a list. */
export function FoundEntry({ collection, entry }: { collection: Collection | undefined; entry: EntrySummary }) {
  const title = useTitles()(entry);
  return (
    <Combobox.Option value={entry.id}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {title}
          </Text>
          <Text size="xs" opacity={0.85} truncate>
            {entry.title === title ? entry.preview || entry.id : entry.title}
          </Text>
        </div>
        <EntryStatus collection={collection} entry={entry} />
      </Group>
    </Combobox.Option>
  );
}

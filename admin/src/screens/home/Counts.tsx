import { Group, Text } from '@mantine/core';

import type { Collection, Statistics } from '../../api/types.gen';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { LinkAnchor } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { choiceName } from '../../values/names';

const states: Status[] = ['published', 'draft', 'archived'];

/** How many values of the filter's field are shown. */
const mostValues = 4;

/** How many entries are in each state, or have each value of the field that the list is filtered by; each leads there. */
export function Counts({ collection, statistics }: { collection: Collection; statistics: Statistics | undefined }) {
  if (collection.lifecycle === 'publishing') return <States collection={collection} statistics={statistics} />;
  return collection.filter ? <FilterValues collection={collection} values={collection.filter.values} statistics={statistics} /> : <Group h={22} mt={6} />;
}

interface CountsOf {
  collection: Collection;
  statistics: Statistics | undefined;
}

function States({ collection, statistics }: CountsOf) {
  const { number } = useSpeech();
  const there = states.filter((status) => (statistics?.byStatus[status] ?? 0) > 0);
  return (
    <Group gap="md" mt={6} mih={22}>
      {there.map((status) => (
        <LinkAnchor key={status} to="/c/$collection" params={{ collection: collection.name }} search={{ status }} c="inherit" size="sm">
          <Group gap={6} component="span">
            <StatusBadge status={status} />
            <Text span size="sm" c="dimmed">
              {number(statistics?.byStatus[status] ?? 0)}
            </Text>
          </Group>
        </LinkAnchor>
      ))}
    </Group>
  );
}

function FilterValues({ collection, values, statistics }: CountsOf & { values: string[] }) {
  const { number, plural, language } = useSpeech();
  const there = values.filter((value) => (statistics?.byFilterValue[value] ?? 0) > 0);
  const rest = there.length - mostValues;
  return (
    <Group gap="2px 16px" mt={6} mih={22}>
      {there.slice(0, mostValues).map((value) => (
        <LinkAnchor key={value} to="/c/$collection" params={{ collection: collection.name }} search={{ filter: value }} c="inherit" size="sm">
          {choiceName(values, value, language)}{' '}
          <Text span size="sm" c="dimmed">
            {number(statistics?.byFilterValue[value] ?? 0)}
          </Text>
        </LinkAnchor>
      ))}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {plural('home.more', rest)}
        </Text>
      )}
    </Group>
  );
}

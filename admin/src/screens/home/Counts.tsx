import { Group, Text } from '@mantine/core';

import type { Collection, Filter as CollectionFilter, Statistics } from '../../api/types.gen';
import type { Status } from '../../api/words';
import { useSpeech } from '../../i18n/text';
import { emptyKey } from '../../lists/where';
import { LinkAnchor } from '../../ui/links';
import { StatusBadge } from '../../ui/StatusBadge';
import { choiceName } from '../../values/names';
import { fieldTitle } from '../../values/schema';

const states: Status[] = ['published', 'draft', 'archived'];

/** How many entries are in each state, or have each value of the field that the list is filtered by, or none; each leads there. */
export function Counts({ collection, statistics }: { collection: Collection; statistics: Statistics | undefined }) {
  if (collection.lifecycle === 'publishing') return <States collection={collection} statistics={statistics} />;
  return collection.filter ? <FilterValues collection={collection} filter={collection.filter} statistics={statistics} /> : null;
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

function FilterValues({ collection, filter, statistics }: CountsOf & { filter: CollectionFilter }) {
  const speech = useSpeech();
  const { number, t, language } = speech;
  const { values, field } = filter;
  const counted = values.map((value) => ({ key: `=${value}`, search: { filter: value }, name: choiceName(values, value, language), count: statistics?.byFilterValue[value] ?? 0 }));
  const without = (statistics?.total ?? 0) - counted.reduce((sum, { count }) => sum + count, 0);
  const all = [...counted, { key: '', search: { [emptyKey(field)]: 'true' }, name: t('list.filterNone', { field: fieldTitle(speech, collection, field) }), count: without }];
  return (
    <Group gap="2px 16px" mt={6} mih={22}>
      {all.map(({ key, search, name, count }) =>
        count > 0 ? (
          <LinkAnchor key={key} to="/c/$collection" params={{ collection: collection.name }} search={search} c="inherit" size="sm">
            {name}{' '}
            <Text span size="sm" c="dimmed">
              {number(count)}
            </Text>
          </LinkAnchor>
        ) : null,
      )}
    </Group>
  );
}

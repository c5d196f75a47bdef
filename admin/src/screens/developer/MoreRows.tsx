import { Button, Group, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';

interface Paged {
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** How many rows of a list there are, and the way to more. */
export function MoreRows({ query, count }: { query: Paged; count: number }) {
  const { t, plural } = useSpeech();
  return (
    <Group justify="space-between" mt="sm" mih={36}>
      <Text size="sm" c="dimmed" role="status">
        {!query.isPending && plural(query.hasNextPage ? 'developer.loaded' : 'developer.shown', count)}
      </Text>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </Group>
  );
}
